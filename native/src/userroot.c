#define _GNU_SOURCE
#include "hidden.h"
#include "mounts.h"
#include "rootfs.h"
#include "sys.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

/* In a directory that must be shown entry by entry, more than this are shown read-only at once. */
#define MOST_ENTRIES 512
#define DEEPEST 8

static bool write_file(const char *path, const char *text) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    bool done = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    int error = errno;
    close_fd(&fd);
    errno = error;
    return done;
}

bool userns_map(const struct config *config) {
    char users[64], groups[64];
    snprintf(users, sizeof users, "%u %u 1", config->own_uid, config->own_uid);
    snprintf(groups, sizeof groups, "%u %u 1", config->own_gid, config->own_gid);
    return write_file("/proc/self/setgroups", "deny") &&
           write_file("/proc/self/uid_map", users) && write_file("/proc/self/gid_map", groups);
}

static bool show(struct build *build, const char *path, int depth);

/* The places that volumes need are made in the layer first: inside the overlay they would be made
 * with the rights of the one user, who may not write to the host's directories. */
static bool overlaid(struct build *build, const char *path, int source, int target) {
    char upper[24], work[24];
    const char *names[2] = {upper, work};
    snprintf(upper, sizeof upper, "upper%u", ++build->overlays);
    snprintf(work, sizeof work, "work%u", build->overlays);
    if (mkdirat(build->layer, upper, 0755) != 0)
        return false;
    int fd = openat(build->layer, upper, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return false;
    volumes_make_in_layer(build, path, fd);
    /* What is root's cannot be copied up, because nobody is root here. */
    if (strcmp(path, "/var") == 0)
        (void)mkdirat(fd, "tmp", 01777);
    close_fd(&fd);
    return mount_overlay(source, build->layer, names, target) == 0;
}

static bool few_entries(DIR *dir) {
    int count = 0;
    while (count <= MOST_ENTRIES && readdir(dir) != NULL)
        count++;
    rewinddir(dir);
    return count <= MOST_ENTRIES;
}

/* The directory of the new root that stands for the machine's has its mode, too. */
static void take_mode(int source, int target) {
    struct stat facts;
    if (fstat(source, &facts) == 0)
        (void)chmod(fd_path(target).text, facts.st_mode & 07777);
}

/* The kernel refuses an overlay over mounts, which would uncover what is below them. */
static bool show_entries(struct build *build, const char *path, int depth) {
    DIR *dir = opendir(path);
    struct dirent *entry;
    char inner[PATH_BOUND];
    if (dir == NULL)
        return false;
    bool few = depth < DEEPEST && few_entries(dir);
    while (few && (entry = readdir(dir)) != NULL) {
        int length = snprintf(inner, sizeof inner, "%s/%s", strcmp(path, "/") ? path : "",
                              entry->d_name);
        if (length < (int)sizeof inner && strcmp(entry->d_name, ".") != 0 &&
            strcmp(entry->d_name, "..") != 0)
            (void)show(build, inner, depth + 1);
    }
    closedir(dir);
    return few;
}

static bool show_directory(struct build *build, const char *path, int depth) {
    int target = open_target(build->root, path, false);
    int source = target < 0 ? -1 : open(path, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    bool done = source >= 0 && overlaid(build, path, source, target);
    if (!done && source >= 0 && host_mounts_below(path)) {
        done = show_entries(build, path, depth);
        if (done)
            take_mode(source, target);
    }
    if (!done && source >= 0)
        done = mount_bind(source, build->root, path, true, READONLY) == 0;
    close_fd(&source);
    close_fd(&target);
    return done;
}

static bool show_file(struct build *build, const char *path) {
    int source = open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    int target = source < 0 ? -1 : open_target(build->root, path, true);
    bool done = target >= 0 && mount_bind(source, build->root, path, false, READONLY) == 0;
    close_fd(&source);
    close_fd(&target);
    return done;
}

static bool show_link(struct build *build, const char *path) {
    char text[PATH_BOUND], root[PATH_BOUND + 40];
    ssize_t size = readlink(path, text, sizeof text - 1);
    if (size <= 0)
        return false;
    text[size] = 0;
    /* Its parents are directories that were made here. */
    snprintf(root, sizeof root, "%s%s", fd_path(build->root).text, path);
    return symlink(text, root) == 0;
}

/* What is hidden is there, as on the machine, and empty: its cover is put on it later. */
static bool show_hidden(struct build *build, const char *path, mode_t mode) {
    int target = open_target(build->root, path, !S_ISDIR(mode));
    bool done = target >= 0;
    close_fd(&target);
    return done;
}

static bool show(struct build *build, const char *path, int depth) {
    struct stat facts;
    if (lstat(path, &facts) != 0)
        return true;
    if (hidden_holds(build, path))
        return show_hidden(build, path, facts.st_mode);
    if (host_mount_skipped(build, path))
        return true;
    if (S_ISDIR(facts.st_mode))
        return show_directory(build, path, depth);
    if (S_ISLNK(facts.st_mode))
        return show_link(build, path);
    return S_ISREG(facts.st_mode) && show_file(build, path);
}

static bool make_own(struct build *build) {
    static const struct {
        const char *name;
        mode_t mode;
    } own[] = {{"proc", 0555}, {"sys", 0555},  {"dev", 0755},      {"tmp", 01777},
               {"run", 0755},  {"run/lock", 01777}};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (mkdirat(build->root, own[i].name, own[i].mode) != 0)
            return false;
    return true;
}

static bool mount_root(struct build *build) {
    if (mkdirat(build->layer, "root", 0755) != 0)
        return false;
    int at = openat(build->layer, "root", O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    bool done = at >= 0 && mount("bookend", fd_path(at).text, "tmpfs", MS_NOSUID | MS_NODEV,
                                 "mode=0755") == 0;
    int error = errno;
    close_fd(&at);
    errno = error;
    if (!done)
        return false;
    build->root = openat(build->layer, "root", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return build->root >= 0 && make_own(build);
}

bool userroot_tried(struct build *build) {
    const char *names[2] = {"upper", "work"};
    int lower = open("/usr", O_PATH | O_DIRECTORY | O_CLOEXEC), target = -1;
    if (mkdirat(build->layer, "tried", 0755) == 0)
        target = openat(build->layer, "tried", O_PATH | O_DIRECTORY | O_CLOEXEC);
    bool done = lower >= 0 && target >= 0 &&
                mount_overlay(lower, build->layer, names, target) == 0;
    close_fd(&lower);
    close_fd(&target);
    if (done) {
        target = openat(build->layer, "tried", O_PATH | O_DIRECTORY | O_CLOEXEC);
        (void)umount2(fd_path(target).text, MNT_DETACH);
        close_fd(&target);
    }
    return done;
}

bool userroot_begin(struct build *build) {
    return mount_root(build);
}

bool userroot_fill(struct build *build) {
    return show_entries(build, "/", 0);
}
