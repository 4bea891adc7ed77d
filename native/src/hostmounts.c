#define _GNU_SOURCE
#include "mounts.h"

#include "config.h"
#include "sys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

static bool below(const char *path, const char *top) {
    size_t length = strlen(top);
    return strncmp(path, top, length) == 0 && (path[length] == '/' || path[length] == 0);
}

/* These are new in every container, or hidden from it. */
static bool skipped(const struct config *config, const char *path) {
    static const char *const own[] = {"/proc", "/sys", "/dev", "/tmp", "/run"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (below(path, own[i]))
            return true;
    for (size_t i = 0; i < config->hidden.count; i++)
        if (below(path, config->hidden.items[i]))
            return true;
    return below(path, config->dir) || strcmp(path, "/") == 0;
}

/* The kernel writes space, tab, newline and backslash in a path as \ooo. */
static void unescape(char *path) {
    char *to = path;
    for (char *from = path; *from; to++)
        if (from[0] == '\\' && from[1] && from[2] && from[3]) {
            *to = (char)((from[1] - '0') << 6 | (from[2] - '0') << 3 | (from[3] - '0'));
            from += 4;
        } else {
            *to = *from++;
        }
    *to = 0;
}

static bool overlaid(int source, int layer, int root, const char *path, unsigned number) {
    char upper[24], work[24];
    const char *names[2] = {upper, work};
    struct stat facts;
    struct statvfs volume;
    if (fstat(source, &facts) != 0 || !S_ISDIR(facts.st_mode))
        return false;
    if (fstatvfs(source, &volume) != 0 || (volume.f_flag & ST_RDONLY) != 0)
        return false;
    snprintf(upper, sizeof upper, "upper%u", number);
    snprintf(work, sizeof work, "work%u", number);
    int target = sys_open_below(root, path, O_PATH | O_DIRECTORY, IN_ROOT);
    bool done = target >= 0 && mount_overlay(source, layer, names, target) == 0;
    close_fd(&target);
    return done;
}

/* A mount that can be shown neither way (gone, or not ours to see) stays an empty directory. */
static void show(int layer, int root, const char *path, unsigned number) {
    int source = open(path, O_PATH | O_CLOEXEC);
    if (source < 0)
        return;
    if (!overlaid(source, layer, root, path, number))
        (void)mount_bind(source, root, path, false, true);
    close_fd(&source);
}

/* The fifth word of a mountinfo line is the mount point; autofs must not be triggered. */
static char *mount_point(char *line) {
    char *word = strtok(line, " "), *rest;
    for (int i = 0; word != NULL && i < 4; i++)
        word = strtok(NULL, " ");
    if (word == NULL)
        return NULL;
    while ((rest = strtok(NULL, " ")) != NULL && strcmp(rest, "-") != 0)
        continue;
    rest = strtok(NULL, " ");
    if (rest == NULL || strcmp(rest, "autofs") == 0)
        return NULL;
    unescape(word);
    return word;
}

void host_mounts(const struct config *config, int layer, int root) {
    FILE *table = fopen("/proc/self/mountinfo", "re");
    char *line = NULL, *last = NULL;
    size_t room = 0;
    unsigned number = 0;
    while (table != NULL && getline(&line, &room, table) > 0) {
        char *path = mount_point(line);
        if (path == NULL || skipped(config, path) || (last && strcmp(last, path) == 0))
            continue;
        show(layer, root, path, ++number);
        free(last);
        last = strdup(path);
    }
    free(last);
    free(line);
    if (table != NULL)
        fclose(table);
}
