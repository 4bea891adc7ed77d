#include "shim.h"
#include "spawner.h"
#include "sys.h"
#include "turns.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int usage(void) {
    fputs("usage: bookend-native spawner         serve an agent on standard input and output\n"
          "       bookend-native shim SOCKET     supervise one container, in the foreground\n"
          "       bookend-native agent PROGRAM [ARGUMENT]...\n"
          "                                      give a program what an agent needs\n"
          "       bookend-native version\n",
          stderr);
    return 2;
}

static int shim_in_foreground(const char *argument) {
    char path[SOCKET_PATH];
    snprintf(path, sizeof path, "%s", argument);
    int listener = listen_at(argument);
    if (listener < 0) {
        perror(path);
        return 1;
    }
    return shim_run(listener, path);
}

/* A script's background jobs ignore SIGINT, and a JVM would go on doing so: then nobody could
 * interrupt it. */
static int become_agent(char **command) {
    signal(SIGINT, SIG_DFL);
    turns_short();
    execv(command[0], command);
    perror(command[0]);
    return 127;
}

int main(int count, char **arguments) {
    sys_seal();
    if (count > 0)
        title_area(count, arguments);
    if (count == 2 && strcmp(arguments[1], "spawner") == 0)
        return spawner_run();
    if (count == 3 && strcmp(arguments[1], "shim") == 0)
        return shim_in_foreground(arguments[2]);
    if (count > 2 && strcmp(arguments[1], "agent") == 0)
        return become_agent(arguments + 2);
    if (count == 2 && strcmp(arguments[1], "version") == 0)
        return printf("bookend-native, protocol %d\n", PROTOCOL) > 0 ? 0 : 1;
    return usage();
}
