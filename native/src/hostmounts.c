#define _GNU_SOURCE
#include "mounts.h"

#include "hidden.h"
#include "mountinfo.h"
#include "sys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <unistd.h>

bool host_mount_skipped(const struct build *build, const char *path) {
    static const char *const own[] = {"/proc", "/sys", "/dev", "/tmp", "/run"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (path_below(path, own[i]))
            return true;
    return hidden_holds(build, path) || path_below(path, build->config->dir) ||
           strcmp(path, "/") == 0;
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
        (void)mount_bind(source, layers->root, path, false, READONLY);
    close_fd(&source);
}

/* What automounts must not be triggered. */
static bool is_automount(const struct mount_line *mount) {
    return strcmp(mount->type, "autofs") == 0;
}

bool host_mounts_below(const char *path) {
    struct mount_table table;
    struct mount_line mount;
    bool found = false;
    if (!mount_table_open(&table))
        return false;
    while (!found && mount_table_next(&table, &mount))
        found = !is_automount(&mount) && path_below(mount.at, path) && strcmp(mount.at, path) != 0;
    mount_table_close(&table);
    return found;
}

void host_mounts(const struct build *build, int layer, int root) {
    struct mount_table table;
    struct mount_line mount;
    char *last = NULL;
    struct layers layers = {.disk = layer, .memory = -1, .root = root};
    if (!mount_table_open(&table))
        return;
    while (mount_table_next(&table, &mount)) {
        if (is_automount(&mount) || host_mount_skipped(build, mount.at) ||
            (last != NULL && strcmp(last, mount.at) == 0))
            continue;
        show(&layers, mount.at);
        free(last);
        last = strdup(mount.at);
    }
    close_fd(&layers.memory);
    free(last);
    mount_table_close(&table);
}
