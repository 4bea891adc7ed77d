#define _GNU_SOURCE
#include "files.h"

#include "frames.h"
#include "sys.h"

#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#define NOBODYS -1
#define LAST_ID (UINT32_MAX - 1)

/* What to do with a path; text is a target, a name, options or bytes in hexadecimal digits. */
struct step {
    const char *kind, *path;
    char *text;
    int64_t mode, group;
};

int open_free_of_links(const char *path, int flags) {
    int root = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
    int fd = root < 0 ? -1 : sys_open_below(root, path, flags, NO_LINKS);
    int error = errno;
    close_fd(&root);
    errno = error;
    return fd;
}

int open_parent(const char *path, const char **name) {
    char parent[PATH_BOUND];
    const char *slash = strrchr(path, '/');
    if (slash == NULL || strlen(path) >= sizeof parent || slash[1] == 0 ||
        strcmp(slash + 1, ".") == 0 || strcmp(slash + 1, "..") == 0) {
        errno = EINVAL;
        return -1;
    }
    memcpy(parent, path, (size_t)(slash - path));
    parent[slash - path] = 0;
    *name = slash + 1;
    return open_free_of_links(parent, O_PATH | O_DIRECTORY);
}

/* The mode comes last: giving a file to a group takes away the bit of its group. */
static bool give(int fd, const struct step *step) {
    return (step->group == NOBODYS || fchown(fd, (uid_t)-1, (gid_t)step->group) == 0) &&
           fchmod(fd, (mode_t)step->mode) == 0;
}

static bool make_directory(int parent, const char *name, const struct step *step) {
    bool made = mkdirat(parent, name, 0700) == 0;
    if (!made && errno != EEXIST)
        return false;
    int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    bool done = fd >= 0 && give(fd, step);
    int error = errno;
    close_fd(&fd);
    errno = error;
    return done;
}

static int digit(char text) {
    return text >= 'a' ? text - 'a' + 10 : text - '0';
}

static size_t decode(char *text) {
    size_t size = strlen(text) / 2;
    for (size_t i = 0; i < size; i++)
        text[i] = (char)(digit(text[2 * i]) << 4 | digit(text[2 * i + 1]));
    return size;
}

/* A file has other names when somebody has linked it; what it holds may be another's then. */
static bool is_ours_alone(int fd) {
    struct stat facts;
    if (fstat(fd, &facts) != 0)
        return false;
    errno = EPERM;
    return S_ISREG(facts.st_mode) && facts.st_nlink == 1;
}

static bool write_file(int parent, const char *name, const struct step *step) {
    bool fresh = strcmp(step->kind, "write") == 0;
    int flags = fresh ? O_CREAT | O_EXCL : O_APPEND | O_NONBLOCK;
    int fd = openat(parent, name, O_WRONLY | O_NOFOLLOW | O_CLOEXEC | flags, 0600);
    bool done = fd >= 0 && is_ours_alone(fd) &&
                write_all(fd, step->text, decode(step->text)) == 0 && give(fd, step);
    int error = errno;
    close_fd(&fd);
    errno = error;
    return done;
}

/* The new link takes the old one's place in one moment; nothing else may stand there. */
static bool make_link(int parent, const char *name, const struct step *step) {
    static const char draft[] = "..link-draft";
    if (remove_at(parent, draft) != 0 || symlinkat(step->text, parent, draft) != 0)
        return false;
    if (renameat(parent, draft, parent, name) == 0)
        return true;
    return (errno == EISDIR || errno == ENOTEMPTY || errno == EEXIST) &&
           remove_at(parent, name) == 0 && renameat(parent, draft, parent, name) == 0;
}

/* Gives a finished directory its name, which must be free. */
static bool rename_to(int parent, const char *name, const struct step *step) {
    return strchr(step->text, '/') == NULL &&
           sys_rename_to_free(parent, name, step->text) == 0;
}

static int open_mount(int parent, const char *name) {
    return openat(parent, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

static bool mount_memory(int parent, const char *name, const struct step *step) {
    int at = open_mount(parent, name);
    bool done = at >= 0 && mount("bookend", fd_path(at).text, "tmpfs", MS_NOSUID | MS_NODEV,
                                 step->text) == 0;
    int error = errno;
    close_fd(&at);
    errno = error;
    return done;
}

static bool unmount(int parent, const char *name) {
    int at = open_mount(parent, name);
    bool done = at >= 0 && umount2(fd_path(at).text, MNT_DETACH) == 0;
    int error = errno;
    close_fd(&at);
    errno = error;
    return done;
}

static bool perform_in(int parent, const char *name, const struct step *step) {
    if (strcmp(step->kind, "directory") == 0)
        return make_directory(parent, name, step);
    if (strcmp(step->kind, "write") == 0 || strcmp(step->kind, "append") == 0)
        return write_file(parent, name, step);
    if (strcmp(step->kind, "link") == 0)
        return make_link(parent, name, step);
    if (strcmp(step->kind, "rename") == 0)
        return rename_to(parent, name, step);
    if (strcmp(step->kind, "memory") == 0)
        return mount_memory(parent, name, step);
    if (strcmp(step->kind, "unmount") == 0)
        return unmount(parent, name);
    return strcmp(step->kind, "remove") == 0 && remove_at(parent, name) == 0;
}

static void perform(struct file_work *work, const struct step *step) {
    const char *name;
    if (work->failed || step->path == NULL)
        return;
    int parent = open_parent(step->path, &name);
    errno = parent < 0 ? errno : EINVAL;
    work->failed = parent < 0 || !perform_in(parent, name, step);
    work->error = errno;
    work->path = step->path;
    close_fd(&parent);
}

struct file_work files_perform(char *payload, size_t size, int error) {
    static char nothing[] = "";
    struct file_work work = {"", "", error != 0, error};
    struct step step = {nothing, NULL, nothing, 0700, NOBODYS};
    struct fields fields = fields_of(payload, size);
    char *key, *value;
    while (fields_next(&fields, &key, &value)) {
        if (strcmp(key, "id") == 0) {
            work.id = value;
        } else if (strcmp(key, "step") == 0) {
            perform(&work, &step);
            step = (struct step){value, NULL, nothing, 0700, NOBODYS};
        } else if (strcmp(key, "path") == 0) {
            step.path = value;
        } else if (strcmp(key, "text") == 0) {
            step.text = value;
        } else if (strcmp(key, "mode") == 0) {
            (void)parse_number(value, 0, 07777, &step.mode);
        } else if (strcmp(key, "group") == 0) {
            (void)parse_number(value, 0, LAST_ID, &step.group);
        }
    }
    perform(&work, &step);
    return work;
}
