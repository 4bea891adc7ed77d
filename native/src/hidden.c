#define _GNU_SOURCE
#include "hidden.h"

#include "mountinfo.h"
#include "sys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#define QUIET (MS_NOSUID | MS_NODEV | MS_NOEXEC)
#define OPTIONS "mode=0555,size=4k"

/* A hidden directory: its path here, and its path inside its file system, which is the same
 * wherever that file system is mounted. */
struct secret {
    char *path, *inside;
    char device[32];
};

/* What is not there, or not to be reached by anybody here, needs no cover. */
static bool is_out_of_sight(int error) {
    return error == ENOENT || error == ENOTDIR || error == EACCES || error == ELOOP;
}

static char *joined(const char *top, const char *rest) {
    char *path = NULL;
    bool at_root = strcmp(top, "/") == 0;
    if (asprintf(&path, "%s%s", at_root && rest[0] ? "" : top, rest) < 0)
        return NULL;
    return path;
}

/* The part of path below top, beginning with a slash; empty if they are the same. */
static const char *rest_of(const char *path, const char *top) {
    const char *rest = path + (strcmp(top, "/") == 0 ? 0 : strlen(top));
    return strcmp(rest, "/") == 0 ? "" : rest;
}

static int mount_id(int fd) {
    char path[48], text[512];
    snprintf(path, sizeof path, "/proc/self/fdinfo/%d", fd);
    int info = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = info < 0 ? -1 : read(info, text, sizeof text - 1);
    close_fd(&info);
    if (size <= 0)
        return -1;
    text[size] = 0;
    char *at = strstr(text, "mnt_id:");
    return at == NULL ? -1 : atoi(at + 7);
}

static bool locate(int fd, struct secret *secret) {
    struct mount_table table;
    struct mount_line mount;
    int id = mount_id(fd);
    if (id < 0 || !mount_table_open(&table))
        return false;
    while (secret->inside == NULL && mount_table_next(&table, &mount)) {
        if (mount.id != id || !path_below(secret->path, mount.at))
            continue;
        secret->inside = joined(mount.root, rest_of(secret->path, mount.at));
        snprintf(secret->device, sizeof secret->device, "%s", mount.device);
    }
    mount_table_close(&table);
    errno = ENOENT;
    return secret->inside != NULL;
}

/* False if it must be hidden and cannot be found; one that does not exist has no path. */
static bool resolve(const char *path, struct secret *secret) {
    *secret = (struct secret){.path = realpath(path, NULL)};
    if (secret->path == NULL)
        return is_out_of_sight(errno);
    int fd = open(secret->path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    bool found = fd < 0 ? is_out_of_sight(errno) : locate(fd, secret);
    close_fd(&fd);
    return found;
}

static bool add_sight(struct build *build, char *path) {
    for (size_t i = 0; path != NULL && i < build->sights.count; i++)
        if (strcmp(build->sights.items[i], path) == 0) {
            free(path);
            return true;
        }
    if (path != NULL && list_add(&build->sights, path))
        return true;
    free(path);
    errno = ENOMEM;
    return false;
}

/* Adds where a tree that is mounted at "at" shows the secret, if it does. */
static bool add_if_shown(struct build *build, const char *at, const char *tree,
                         const char *secret) {
    if (path_below(secret, tree))
        return add_sight(build, joined(at, rest_of(secret, tree)));
    return !path_below(tree, secret) || add_sight(build, joined(at, ""));
}

/* An overlay shows the directories that it is made of; it names them in its options. */
static bool look_into_overlay(struct build *build, const struct mount_line *mount,
                              const struct secret *secret) {
    char *rest = NULL, *option = mount->options;
    for (option = strtok_r(option, ",", &rest); option; option = strtok_r(NULL, ",", &rest)) {
        if (strncmp(option, "lowerdir", 8) != 0 && strncmp(option, "upperdir", 8) != 0)
            continue;
        char *more = NULL, *layer = strchr(option, '=');
        layer = layer == NULL ? NULL : strtok_r(layer + 1, ":", &more);
        for (; layer != NULL; layer = strtok_r(NULL, ":", &more))
            if (layer[0] == '/' && !add_if_shown(build, mount->at, layer, secret->path))
                return false;
    }
    return true;
}

static bool look_everywhere(struct build *build, const struct secret *secret) {
    struct mount_table table;
    struct mount_line mount;
    if (!mount_table_open(&table))
        return false;
    bool done = true;
    while (done && mount_table_next(&table, &mount)) {
        if (strcmp(mount.device, secret->device) == 0)
            done = add_if_shown(build, mount.at, mount.root, secret->inside);
        else if (strcmp(mount.type, "overlay") == 0 && mount.options != NULL)
            done = look_into_overlay(build, &mount, secret);
    }
    mount_table_close(&table);
    return done;
}

static bool find_sights(struct build *build) {
    const struct list *hidden = &build->config->hidden;
    bool done = true;
    for (size_t i = 0; done && i < hidden->count; i++) {
        struct secret secret;
        done = resolve(hidden->items[i], &secret);
        if (done && secret.inside != NULL)
            done = look_everywhere(build, &secret);
        int error = errno;
        free(secret.path);
        free(secret.inside);
        errno = error;
        if (!done)
            return build_fail(build, "hide", hidden->items[i]);
    }
    return true;
}

/* A directory becomes an empty one, and a file, which somebody has bound, an empty file. */
static bool cover(int at) {
    struct stat facts;
    if (fstat(at, &facts) != 0)
        return false;
    if (S_ISLNK(facts.st_mode))
        return true;
    if (!S_ISDIR(facts.st_mode))
        return mount("/dev/null", fd_path(at).text, NULL, MS_BIND, NULL) == 0;
    return mount("bookend", fd_path(at).text, "tmpfs", QUIET | MS_RDONLY, OPTIONS) == 0;
}

static bool cover_all(struct build *build, int root) {
    for (size_t i = 0; i < build->sights.count; i++) {
        const char *path = build->sights.items[i];
        int at = sys_open_below(root, path, O_PATH | O_NOFOLLOW, IN_ROOT);
        bool done = at < 0 ? is_out_of_sight(errno) : cover(at);
        int error = errno;
        close_fd(&at);
        errno = error;
        if (!done)
            return build_fail(build, "hide", path);
    }
    return true;
}

bool hidden_cover(struct build *build) {
    if (!find_sights(build))
        return false;
    int host = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (host < 0)
        return build_fail(build, "hide", "/");
    bool done = cover_all(build, host);
    close_fd(&host);
    return done;
}

bool hidden_cover_root(struct build *build) {
    return cover_all(build, build->root);
}

bool hidden_holds(const struct build *build, const char *path) {
    for (size_t i = 0; i < build->sights.count; i++)
        if (path_below(path, build->sights.items[i]))
            return true;
    return false;
}

void hidden_free(struct build *build) {
    for (size_t i = 0; i < build->sights.count; i++)
        free(build->sights.items[i]);
    free(build->sights.items);
    build->sights = (struct list){.items = NULL};
}
