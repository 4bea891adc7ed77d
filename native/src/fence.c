#define _GNU_SOURCE
#include "fence.h"

#include "mountinfo.h"
#include "sys.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* The kernel lets a process follow /proc/PID/root, cwd and fd of every process of its own user
 * that has no more capabilities, and with CAP_SETUID it is any user. Those of another user
 * namespace it must leave alone. So the fence is a user namespace that knows the same users. */
static int fence = -1;

/* What containerd gives a container that asks for nothing. */
#define USUAL_CAPABILITIES 0xa80425fbull
#define MAP_BOUND 4096

static bool sees_foreign_processes(const struct config *config, bool *sees) {
    struct mount_table table;
    struct mount_line mount;
    *sees = config->host_pid;
    if (!mount_table_open(&table))
        return false;
    while (!*sees && mount_table_next(&table, &mount))
        *sees = strcmp(mount.type, "proc") == 0 && !path_below(mount.at, "/proc");
    mount_table_close(&table);
    return true;
}

/* Writes the own map of users (or groups) for the process, each number mapped to itself. */
static bool copy_map(pid_t pid, const char *name) {
    char path[48], lines[MAP_BOUND];
    unsigned inside, outside, count;
    int size = 0;
    snprintf(path, sizeof path, "/proc/self/%s", name);
    FILE *own = fopen(path, "re");
    while (own != NULL && fscanf(own, "%u %u %u", &inside, &outside, &count) == 3 &&
           size < MAP_BOUND - 64)
        size += snprintf(lines + size, MAP_BOUND - (size_t)size, "%u %u %u\n", inside, inside,
                         count);
    if (own != NULL)
        fclose(own);
    snprintf(path, sizeof path, "/proc/%d/%s", pid, name);
    int fd = size == 0 ? -1 : open(path, O_WRONLY | O_CLOEXEC);
    bool done = fd >= 0 && write(fd, lines, (size_t)size) == size;
    int error = errno;
    close_fd(&fd);
    errno = error;
    return done;
}

static bool make(void) {
    char path[48];
    pid_t pid = sys_clone(SIGCHLD | CLONE_NEWUSER);
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
        for (;;)
            pause();
    }
    if (pid < 0)
        return false;
    snprintf(path, sizeof path, "/proc/%d/ns/user", pid);
    if (copy_map(pid, "uid_map") && copy_map(pid, "gid_map"))
        fence = open(path, O_RDONLY | O_CLOEXEC);
    int error = errno;
    kill(pid, SIGKILL);
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    errno = error;
    return fence >= 0;
}

/* A container of one user alone is in a user namespace of its own already. */
bool fence_make(const struct config *config, struct report *report) {
    bool needed;
    if (config->all_devices || (config->rootless && !config->mapped))
        return true;
    if (!sees_foreign_processes(config, &needed))
        return report_set(report, "fence", "/proc/self/mountinfo");
    if (!needed)
        return true;
    errno = EPERM;
    if (!config->rootless && (config->capabilities & ~USUAL_CAPABILITIES) != 0)
        return report_set(report, "fenced-capabilities", "the machine's processes");
    return make() || report_set(report, "fence", "the machine's processes");
}

bool fence_enter(void) {
    return fence < 0 || setns(fence, CLONE_NEWUSER) == 0;
}
