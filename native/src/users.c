#define _GNU_SOURCE
#include "users.h"
#include "sys.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define PATIENCE_SECONDS 10
#define MOST_WORDS 16

static int namespace = -1;

bool users_mapped(void) {
    return namespace >= 0;
}

bool users_join(void) {
    return namespace < 0 || setns(namespace, CLONE_NEWUSER) == 0;
}

static bool is_written(pid_t pid, const char *map) {
    char path[48], byte;
    snprintf(path, sizeof path, "/proc/%d/%s", pid, map);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool written = fd >= 0 && read(fd, &byte, 1) == 1;
    close_fd(&fd);
    return written;
}

static _Noreturn void become(pid_t pid, char *command) {
    char number[16], *words[MOST_WORDS] = {NULL}, *rest = NULL, *nothing[] = {NULL};
    sigset_t none;
    int count = 2;
    snprintf(number, sizeof number, "%d", pid);
    words[0] = strtok_r(command, " ", &rest);
    words[1] = number;
    while (count < MOST_WORDS - 1 && (words[count] = strtok_r(NULL, " ", &rest)) != NULL)
        count++;
    words[count] = NULL;
    /* The output of this process is the spawner's answer to its agent. */
    dup2(2, 1);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    alarm(PATIENCE_SECONDS);
    if (words[0] != NULL)
        execve(words[0], words, nothing);
    _exit(127);
}

/* Its exit code goes to nobody, because a spawner has its children reaped by the kernel: what
 * counts is what it wrote. */
static bool run(char *command, pid_t pid, const char *map) {
    pid_t writer = fork();
    if (writer == 0)
        become(pid, command);
    if (writer < 0)
        return false;
    while (waitpid(writer, NULL, 0) < 0 && errno == EINTR)
        continue;
    errno = EPERM;
    return is_written(pid, map);
}

const char *users_map(char *users, char *groups) {
    char path[48];
    const char *failed = NULL;
    pid_t pid = sys_clone(SIGCHLD | CLONE_NEWUSER);
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
        for (;;)
            pause();
    }
    if (pid < 0)
        return "namespaces";
    snprintf(path, sizeof path, "/proc/%d/ns/user", pid);
    if (!run(users, pid, "uid_map"))
        failed = "newuidmap";
    else if (!run(groups, pid, "gid_map"))
        failed = "newgidmap";
    else if ((namespace = open(path, O_RDONLY | O_CLOEXEC)) < 0)
        failed = "namespaces";
    int error = errno;
    kill(pid, SIGKILL);
    errno = error;
    return failed;
}
