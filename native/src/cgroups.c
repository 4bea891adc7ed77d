#define _GNU_SOURCE
#include "cgroups.h"

#include "sys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool cgroups_join(const struct config *config) {
    char path[PATH_BOUND];
    for (size_t i = 0; i < config->cgroups.count; i++) {
        snprintf(path, sizeof path, "%s/cgroup.procs", config->cgroups.items[i]);
        int fd = open(path, O_WRONLY | O_CLOEXEC);
        bool joined = fd >= 0 && write(fd, "0", 1) == 1;
        int error = errno;
        close_fd(&fd);
        errno = error;
        if (!joined)
            return false;
    }
    return true;
}

/* Both versions of cgroups have a file with a line "oom_kill NUMBER". */
static int64_t read_counter(const char *directory, const char *name) {
    char path[PATH_BOUND], text[512];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    close_fd(&fd);
    if (size <= 0)
        return 0;
    text[size] = 0;
    char *line = strstr(text, "oom_kill ");
    return line == NULL ? 0 : strtoll(line + 9, NULL, 10);
}

int64_t cgroups_oom_kills(const struct config *config) {
    int64_t kills = 0;
    for (size_t i = 0; i < config->cgroups.count; i++)
        kills += read_counter(config->cgroups.items[i], "memory.oom_control") +
                 read_counter(config->cgroups.items[i], "memory.events");
    return kills;
}

void cgroups_remove(const struct config *config) {
    for (size_t i = 0; i < config->cgroups.count; i++) {
        char *group = config->cgroups.items[i];
        (void)rmdir(group);
        *strrchr(group, '/') = 0;
        if (group[0])
            (void)rmdir(group);
    }
}
