#define _GNU_SOURCE
#include "mounts.h"

#include "sys.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

static int make_last(int root, const char *parent, const char *name, bool as_file) {
    int at = sys_open_below(root, parent, O_PATH | O_DIRECTORY, IN_ROOT);
    if (at < 0)
        return -1;
    int made = as_file ? mknodat(at, name, S_IFREG | 0644, 0) : mkdirat(at, name, 0755);
    if (made != 0 && errno == EEXIST)
        made = 0;
    close_fd(&at);
    return made;
}

/* Makes the component that ends at stop, if it is missing; path is restored before return. */
static int ensure(int root, char *path, char *stop, bool as_file) {
    char *slash = stop;
    int fd = sys_open_below(root, path, O_PATH, IN_ROOT);
    if (fd >= 0 || errno != ENOENT) {
        int found = fd >= 0 ? 0 : -1;
        close_fd(&fd);
        return found;
    }
    while (slash > path && *slash != '/')
        slash--;
    *slash = 0;
    int made = make_last(root, path, slash + 1, as_file);
    *slash = '/';
    return made;
}

int open_target(int root, const char *path, bool as_file) {
    char copy[PATH_MAX + 1];
    int length = snprintf(copy, sizeof copy, "/%s", path + strspn(path, "/"));
    while (length > 1 && length < (int)sizeof copy && copy[length - 1] == '/')
        copy[--length] = 0;
    if (length >= (int)sizeof copy) {
        errno = ENAMETOOLONG;
        return -1;
    }
    for (char *at = copy + 1; *at; at++) {
        char *stop = at + strcspn(at, "/");
        bool last = *stop == 0;
        *stop = 0;
        int made = ensure(root, copy, stop, as_file && last);
        if (made != 0)
            return -1;
        if (last)
            break;
        *stop = '/';
        at = stop;
    }
    return sys_open_below(root, copy, O_PATH, IN_ROOT);
}

int open_sub(int volume, const char *path) {
    struct stat facts, made;
    int sub = sys_open_below(volume, path, O_PATH, BENEATH);
    if (sub >= 0 || errno != ENOENT)
        return sub;
    sub = open_target(volume, path, false);
    /* Another container may have made a file there meanwhile, which gets no bits from us. */
    if (sub >= 0 && fstat(sub, &made) == 0 && S_ISDIR(made.st_mode) && fstat(volume, &facts) == 0)
        (void)chmod(fd_path(sub).text, facts.st_mode & 03777);
    close_fd(&sub);
    return sys_open_below(volume, path, O_PATH, BENEATH);
}

int mount_bind(int source, int root, const char *target, bool recursive, unsigned without) {
    int at = sys_open_below(root, target, O_PATH, IN_ROOT);
    if (at < 0)
        return -1;
    unsigned long flags = MS_BIND | (recursive ? MS_REC : 0);
    int done = mount(fd_path(source).text, fd_path(at).text, NULL, flags, NULL);
    close_fd(&at);
    if (done != 0 || without == 0)
        return done;
    at = sys_open_below(root, target, O_PATH, IN_ROOT);
    done = at < 0 ? -1 : sys_restrict_tree(at, without);
    int error = errno;
    /* Rather not there than with more than it may do. */
    if (at >= 0 && done != 0)
        (void)umount2(fd_path(at).text, MNT_DETACH);
    close_fd(&at);
    errno = error;
    return done;
}

int mount_new(const char *type, int root, const char *target, unsigned long flags,
              const char *options) {
    int at = sys_open_below(root, target, O_PATH | O_DIRECTORY, IN_ROOT);
    if (at < 0)
        return -1;
    int done = mount(type, fd_path(at).text, type, flags, options);
    close_fd(&at);
    return done;
}

static int open_made(int layer, const char *name) {
    if (mkdirat(layer, name, 0755) != 0 && errno != EEXIST)
        return -1;
    return openat(layer, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* "volatile" spares a sync of the whole disk at every exit; a layer is never used again. */
static int try_overlay(int lower, int upper, int work, int target) {
    char options[176];
    snprintf(options, sizeof options, "%slowerdir=%s,upperdir=%s,workdir=%s,volatile",
             geteuid() == 0 ? "" : "userxattr,", fd_path(lower).text, fd_path(upper).text,
             fd_path(work).text);
    if (mount("bookend", fd_path(target).text, "overlay", 0, options) == 0)
        return 0;
    *strrchr(options, ',') = 0;
    return mount("bookend", fd_path(target).text, "overlay", 0, options);
}

int mount_overlay(int lower, int layer, const char *names[2], int target) {
    int upper = open_made(layer, names[0]);
    int work = open_made(layer, names[1]);
    int done = upper < 0 || work < 0 ? -1 : try_overlay(lower, upper, work, target);
    int error = errno;
    close_fd(&upper);
    close_fd(&work);
    errno = error;
    return done;
}
