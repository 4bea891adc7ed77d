#define _GNU_SOURCE
#include "mounts.h"

#include "config.h"
#include "sys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <unistd.h>

static bool below(const char *path, const char *top) {
    size_t length = strlen(top);
    return strncmp(path, top, length) == 0 && (path[length] == '/' || path[length] == 0);
}

bool host_mount_skipped(const struct config *config, const char *path) {
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

/* Where the layers of the host's mounts are: on the disk, and in memory where the mount is memory
 * itself. On a machine full of containers those are many, and files on a disk cost much more. */
struct layers {
    int disk, memory, root;
    unsigned number;
};

static int memory_layer(struct layers *layers) {
    if (layers->memory >= 0 || mkdirat(layers->disk, "memory", 0700) != 0)
        return layers->memory;
    int at = openat(layers->disk, "memory", O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (at >= 0 && mount("bookend", fd_path(at).text, "tmpfs", MS_NOSUID | MS_NODEV,
                         "mode=0700") == 0)
        layers->memory = openat(layers->disk, "memory", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    close_fd(&at);
    return layers->memory;
}

/* The layer for a mount; -1 if it shall be shown read-only: a file, a read-only mount, and what is
 * an overlay, because that is another container's root. */
static int layer_for(struct layers *layers, int source) {
    struct stat facts;
    struct statvfs volume;
    struct statfs type;
    if (fstat(source, &facts) != 0 || !S_ISDIR(facts.st_mode))
        return -1;
    if (fstatvfs(source, &volume) != 0 || (volume.f_flag & ST_RDONLY) != 0)
        return -1;
    if (fstatfs(source, &type) != 0 || (unsigned long)type.f_type == OVERLAY_MAGIC)
        return -1;
    return (unsigned long)type.f_type == TMPFS_MAGIC ? memory_layer(layers) : layers->disk;
}

static bool overlaid(struct layers *layers, int source, const char *path) {
    char upper[24], work[24];
    const char *names[2] = {upper, work};
    int layer = layer_for(layers, source);
    if (layer < 0)
        return false;
    snprintf(upper, sizeof upper, "upper%u", ++layers->number);
    snprintf(work, sizeof work, "work%u", layers->number);
    int target = sys_open_below(layers->root, path, O_PATH | O_DIRECTORY, IN_ROOT);
    bool done = target >= 0 && mount_overlay(source, layer, names, target) == 0;
    close_fd(&target);
    return done;
}

/* A mount that can be shown neither way (gone, or not ours to see) stays an empty directory. */
static void show(struct layers *layers, const char *path) {
    int source = open(path, O_PATH | O_CLOEXEC);
    if (source < 0)
        return;
    if (!overlaid(layers, source, path))
        (void)mount_bind(source, layers->root, path, false, true);
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

bool host_mounts_below(const char *path) {
    FILE *table = fopen("/proc/self/mountinfo", "re");
    char *line = NULL, *at;
    size_t room = 0;
    bool found = false;
    while (table != NULL && !found && getline(&line, &room, table) > 0)
        found = (at = mount_point(line)) != NULL && below(at, path) && strcmp(at, path) != 0;
    free(line);
    if (table != NULL)
        fclose(table);
    return found;
}

void host_mounts(const struct config *config, int layer, int root) {
    FILE *table = fopen("/proc/self/mountinfo", "re");
    char *line = NULL, *last = NULL;
    size_t room = 0;
    struct layers layers = {.disk = layer, .memory = -1, .root = root};
    while (table != NULL && getline(&line, &room, table) > 0) {
        char *path = mount_point(line);
        if (path == NULL || host_mount_skipped(config, path) || (last && strcmp(last, path) == 0))
            continue;
        show(&layers, path);
        free(last);
        last = strdup(path);
    }
    close_fd(&layers.memory);
    free(last);
    free(line);
    if (table != NULL)
        fclose(table);
}
