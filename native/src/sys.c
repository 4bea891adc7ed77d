#define _GNU_SOURCE
#include "sys.h"

#include "mountinfo.h"

#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifndef SYS_openat2
#define SYS_openat2 437
#endif
#ifndef SYS_close_range
#define SYS_close_range 436
#endif
#ifndef SYS_mount_setattr
#define SYS_mount_setattr 442
#endif

#define CLOSE_RANGE_CLOEXEC_FLAG 4u
#define RECURSIVE 0x8000
#define CAPABILITY_VERSION 0x20080522

struct how {
    uint64_t flags, mode, resolve;
};

struct attributes {
    uint64_t set, clear, propagation, userns;
};

struct capability_header {
    uint32_t version;
    int32_t pid;
};

struct capability_word {
    uint32_t effective, permitted, inheritable;
};

int sys_open_below(int root, const char *path, int flags, unsigned resolve) {
    struct how how = {.flags = (uint64_t)flags | O_CLOEXEC, .resolve = resolve};
    while (*path == '/')
        path++;
    return (int)syscall(SYS_openat2, root, *path ? path : ".", &how, sizeof how);
}

int sys_rename_to_free(int at, const char *from, const char *to) {
    return (int)syscall(SYS_renameat2, at, from, at, to, 1u);
}

int sys_pivot_root(const char *new_root, const char *put_old) {
    return (int)syscall(SYS_pivot_root, new_root, put_old);
}

pid_t sys_clone(unsigned long flags) {
    return (pid_t)syscall(SYS_clone, flags, 0, 0, 0, 0);
}

int sys_memfd(const char *name) {
    return (int)syscall(SYS_memfd_create, name, 1u);
}

void sys_close_on_exec_from(int first) {
    if (syscall(SYS_close_range, first, ~0u, CLOSE_RANGE_CLOEXEC_FLAG) == 0)
        return;
    for (int fd = first; fd < 1024; fd++)
        fcntl(fd, F_SETFD, FD_CLOEXEC);
}

/* A remount sets all flags anew, so that it must name those that the mount has. */
static int restrict_one(const char *path, unsigned without) {
    static const unsigned long kept[][2] = {{ST_RDONLY, MS_RDONLY}, {ST_NOSUID, MS_NOSUID},
                                            {ST_NODEV, MS_NODEV},   {ST_NOEXEC, MS_NOEXEC},
                                            {ST_NOATIME, MS_NOATIME},
                                            {ST_NODIRATIME, MS_NODIRATIME},
                                            {ST_RELATIME, MS_RELATIME}};
    struct statvfs facts;
    unsigned long flags = MS_REMOUNT | MS_BIND;
    if (statvfs(path, &facts) != 0)
        return -1;
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        flags |= facts.f_flag & kept[i][0] ? kept[i][1] : 0;
    flags |= (without & READONLY ? MS_RDONLY : 0) | (without & NO_DEVICES ? MS_NODEV : 0);
    return mount(NULL, path, NULL, flags, NULL);
}

/* For kernels before 5.12: one mount after the other. */
static int restrict_each(int fd, unsigned without) {
    char top[PATH_BOUND];
    struct mount_table table;
    struct mount_line mount;
    ssize_t size = readlink(fd_path(fd).text, top, sizeof top - 1);
    if (size <= 0 || !mount_table_open(&table))
        return -1;
    top[size] = 0;
    int done = restrict_one(fd_path(fd).text, without);
    while (done == 0 && mount_table_next(&table, &mount))
        if (path_below(mount.at, top) && strcmp(mount.at, top) != 0)
            done = restrict_one(mount.at, without);
    mount_table_close(&table);
    return done;
}

int sys_restrict_tree(int fd, unsigned without) {
    struct attributes attributes = {.set = without};
    int done = (int)syscall(SYS_mount_setattr, fd, "", RECURSIVE | AT_EMPTY_PATH, &attributes,
                            sizeof attributes);
    return done != 0 && errno == ENOSYS ? restrict_each(fd, without) : done;
}

int sys_capset(uint64_t permitted) {
    struct capability_header header = {CAPABILITY_VERSION, 0};
    uint32_t low = (uint32_t)permitted, high = (uint32_t)(permitted >> 32);
    struct capability_word words[2] = {{low, low, 0}, {high, high, 0}};
    return (int)syscall(SYS_capset, &header, words);
}

uint64_t sys_permitted(void) {
    struct capability_header header = {CAPABILITY_VERSION, 0};
    struct capability_word words[2] = {{0, 0, 0}, {0, 0, 0}};
    if (syscall(SYS_capget, &header, words) != 0)
        return 0;
    return words[0].permitted | (uint64_t)words[1].permitted << 32;
}

static char *title_at;
static size_t title_room;

void title_area(int count, char **arguments) {
    title_at = arguments[0];
    title_room = (size_t)(arguments[count - 1] + strlen(arguments[count - 1]) - arguments[0]) + 1;
}

void title_set(const char *title) {
    prctl(PR_SET_NAME, title, 0, 0, 0);
    if (title_at == NULL)
        return;
    memset(title_at, 0, title_room);
    snprintf(title_at, title_room, "%s", title);
}

bool not_yet(ssize_t size) {
    return size < 0 && (errno == EAGAIN || errno == EINTR);
}

int64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t monotonic_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

struct fd_path fd_path(int fd) {
    struct fd_path path;
    snprintf(path.text, sizeof path.text, "/proc/self/fd/%d", fd);
    return path;
}

int set_nonblocking(int fd) {
    return fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

void close_fd(int *fd) {
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

int write_all(int fd, const void *data, size_t size) {
    const char *at = data;
    while (size > 0) {
        ssize_t written = write(fd, at, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return -1;
        at += written;
        size -= (size_t)written;
    }
    return 0;
}
