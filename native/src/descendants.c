#define _GNU_SOURCE
#include "inner.h"
#include "sys.h"

#include <ctype.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct process {
    pid_t pid, parent;
    bool ours;
};

/* The parent follows the command's name, which ends at the last parenthesis. */
static pid_t parent_of(const char *pid) {
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    close_fd(&fd);
    if (size <= 0)
        return -1;
    text[size] = 0;
    char *end = strrchr(text, ')');
    return end == NULL || end + 4 > text + size ? -1 : (pid_t)strtol(end + 4, NULL, 10);
}

static size_t read_processes(struct process **out) {
    DIR *proc = opendir("/proc");
    struct dirent *entry;
    size_t count = 0;
    *out = NULL;
    while (proc != NULL && (entry = readdir(proc)) != NULL) {
        if (!isdigit((unsigned char)entry->d_name[0]))
            continue;
        struct process *grown = realloc(*out, (count + 1) * sizeof *grown);
        if (grown == NULL)
            break;
        *out = grown;
        grown[count++] = (struct process){atoi(entry->d_name), parent_of(entry->d_name), false};
    }
    if (proc != NULL)
        closedir(proc);
    return count;
}

static bool is_ours(const struct process *all, size_t count, pid_t parent) {
    if (parent == getpid())
        return true;
    for (size_t i = 0; i < count; i++)
        if (all[i].pid == parent)
            return all[i].ours;
    return false;
}

static bool mark_more(struct process *all, size_t count) {
    bool more = false;
    for (size_t i = 0; i < count; i++)
        if (!all[i].ours && is_ours(all, count, all[i].parent)) {
            all[i].ours = true;
            more = true;
        }
    return more;
}

/* Being a subreaper, this process stays the ancestor of whatever forks away below it. */
static void kill_below(void) {
    struct process *all;
    size_t count = read_processes(&all);
    while (mark_more(all, count))
        continue;
    for (size_t i = 0; i < count; i++)
        if (all[i].ours)
            kill(all[i].pid, SIGKILL);
    free(all);
}

void kill_descendants(bool isolated) {
    if (isolated)
        kill(-1, SIGKILL);
    else
        kill_below();
}
