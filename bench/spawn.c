/* Many processes without Bookend: vforks waiters as fast as it can, and takes them down at its own
 * end. Words: the waiter, the directory for its stamps, how many. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void spawn(const char *waiter, const char *directory, int number) {
    char up[4096], term[4096];
    snprintf(up, sizeof up, "%s/%d.up", directory, number);
    snprintf(term, sizeof term, "%s/%d.term", directory, number);
    pid_t child = vfork();
    if (child == 0) {
        execl(waiter, waiter, up, term, (char *)NULL);
        _exit(127);
    }
    if (child < 0)
        exit(1);
}

int main(int count, char **words) {
    sigset_t stop;
    int heard;
    if (count < 4)
        return 2;
    sigemptyset(&stop);
    sigaddset(&stop, SIGINT);
    sigprocmask(SIG_BLOCK, &stop, NULL);
    for (int i = 0; i < atoi(words[3]); i++)
        spawn(words[1], words[2], i);
    sigwait(&stop, &heard);
    signal(SIGTERM, SIG_IGN);
    kill(0, SIGTERM);
    while (wait(NULL) > 0)
        continue;
    return 0;
}
