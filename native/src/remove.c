#define _GNU_SOURCE
#include "files.h"
#include "sys.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

/* So many levels are entered at once, each with a descriptor. What lies deeper is moved up to the
 * top first, so that no depth is too deep, and nobody ever goes up by "..": a directory that is
 * moved elsewhere meanwhile leads nowhere. */
#define LEVELS 32
/* A tree that others fill as fast as it is cleared is left after this. */
#define MOST_MS 100000
#define GET_FLAGS 0x80086601ul
#define SET_FLAGS 0x40086602ul
#define UNCHANGEABLE 0x30l

struct removal {
    int top;
    int64_t until;
    unsigned moved;
    int error;
};

static bool is_dot(const char *name) {
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* An ordinary user may have made a directory that it cannot enter, and so does overlayfs. */
static void make_accessible(int at, const char *name) {
    if (geteuid() == 0)
        return;
    int fd = openat(at, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd >= 0)
        (void)chmod(fd_path(fd).text, 0700);
    close_fd(&fd);
}

static int open_directory(int at, const char *name) {
    make_accessible(at, name);
    return sys_open_below(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW,
                          BENEATH | NO_LINKS | ONE_MOUNT);
}

static bool unmarked(int fd) {
    long flags = 0;
    if (fd < 0 || ioctl(fd, GET_FLAGS, &flags) != 0 || (flags & UNCHANGEABLE) == 0)
        return false;
    flags &= ~UNCHANGEABLE;
    return ioctl(fd, SET_FLAGS, &flags) == 0;
}

/* A privileged container may have marked a file, or the directory that it is in, as one that
 * cannot change or only grows. */
static bool freed(int at, const char *name) {
    struct stat facts;
    int error = errno, fd = -1;
    if (error != EPERM && error != ENOTDIR)
        return false;
    if (fstatat(at, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 &&
        (S_ISREG(facts.st_mode) || S_ISDIR(facts.st_mode)))
        fd = openat(at, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool around = unmarked(at), itself = unmarked(fd);
    close_fd(&fd);
    errno = error;
    return around || itself;
}

/* Removes what is no directory, and a directory that is empty. */
static bool removed(int at, const char *name) {
    if (unlinkat(at, name, 0) == 0 || errno == ENOENT)
        return true;
    return (errno == EISDIR || errno == EPERM) &&
           (unlinkat(at, name, AT_REMOVEDIR) == 0 || errno == ENOENT);
}

static bool move_up(struct removal *job, int at, const char *name) {
    char fresh[40];
    make_accessible(at, name);
    snprintf(fresh, sizeof fresh, "..moved-%d-%u", getpid(), job->moved++);
    return renameat(at, name, job->top, fresh) == 0;
}

static bool clear(struct removal *job, int fd, int level);

static void clear_entry(struct removal *job, int at, const char *name, int level) {
    if (removed(at, name) || (freed(at, name) && removed(at, name)))
        return;
    if (errno != ENOTEMPTY && errno != EEXIST) {
        job->error = errno == ENOTDIR ? EPERM : errno;
        return;
    }
    if (level == LEVELS && move_up(job, at, name))
        return;
    int fd = level == LEVELS ? -1 : open_directory(at, name);
    if (fd >= 0) {
        (void)clear(job, fd, level + 1);
        close(fd);
        if (removed(at, name) || errno == ENOTEMPTY || errno == EEXIST)
            return;
    }
    /* What has changed its kind or its place meanwhile is seen by the next round. */
    if (errno != ENOENT && errno != ENOTDIR && errno != ELOOP)
        job->error = errno;
}

/* Goes once through an open directory; false if it was empty. */
static bool clear(struct removal *job, int fd, int level) {
    int own = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    DIR *dir = own < 0 ? NULL : fdopendir(own);
    struct dirent *entry;
    bool any = false;
    if (dir == NULL) {
        job->error = errno;
        close_fd(&own);
        return false;
    }
    rewinddir(dir);
    while (job->error != ETIMEDOUT && (entry = readdir(dir)) != NULL) {
        if (is_dot(entry->d_name))
            continue;
        any = true;
        if (monotonic_ms() > job->until)
            job->error = ETIMEDOUT;
        else
            clear_entry(job, fd, entry->d_name, level);
    }
    closedir(dir);
    return any;
}

int remove_at(int at, const char *name) {
    if (removed(at, name) || (freed(at, name) && removed(at, name)))
        return 0;
    if (errno != ENOTEMPTY && errno != EEXIST)
        return -1;
    struct removal job = {.top = open_directory(at, name), .until = monotonic_ms() + MOST_MS};
    if (job.top < 0)
        return -1;
    while (clear(&job, job.top, 1) && job.error == 0)
        continue;
    close_fd(&job.top);
    if (job.error == 0 && removed(at, name))
        return 0;
    errno = job.error != 0 ? job.error : errno;
    return -1;
}

int remove_tree(const char *path) {
    const char *name;
    int parent = open_parent(path, &name);
    if (parent < 0)
        return errno == ENOENT ? 0 : -1;
    int done = remove_at(parent, name);
    int error = errno;
    close_fd(&parent);
    errno = error;
    return done;
}
