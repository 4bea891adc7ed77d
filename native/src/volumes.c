#define _GNU_SOURCE
#include "files.h"
#include "hidden.h"
#include "mounts.h"
#include "rootfs.h"
#include "sys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The agent names a path without links: one that is there now was put in the way. */
static int open_whole(const struct build *build, const struct volume *volume) {
    int own = build->own == NULL ? -1 : build->own[volume - build->config->volumes];
    return own >= 0 ? fcntl(own, F_DUPFD_CLOEXEC, 3) : open_free_of_links(volume->source, O_PATH);
}

static int open_source(const struct build *build, const struct volume *volume) {
    int source = open_whole(build, volume);
    if (source < 0 || volume->sub == NULL)
        return source;
    int sub = open_sub(source, volume->sub);
    close_fd(&source);
    return sub;
}

/* What kind of file a volume is (S_IFDIR and the like); 0 if it cannot be told now. */
static mode_t kind_of(const struct build *build, const struct volume *volume) {
    struct stat facts = {.st_mode = 0};
    int source = open_source(build, volume);
    mode_t kind = source >= 0 && fstat(source, &facts) == 0 ? facts.st_mode & S_IFMT : 0;
    close_fd(&source);
    return kind;
}

/* A volume that is missing by now is found missing when it is mounted. */
bool volumes_open_own(struct build *build) {
    size_t count = build->config->volume_count;
    build->own = malloc((count + 1) * sizeof *build->own);
    if (build->own == NULL)
        return build_fail(build, "memory", "volumes");
    for (size_t i = 0; i < count; i++) {
        const struct volume *volume = &build->config->volumes[i];
        build->own[i] = volume->own ? open_free_of_links(volume->source, O_PATH) : -1;
    }
    return true;
}

void volumes_close_own(struct build *build) {
    for (size_t i = 0; build->own != NULL && i < build->config->volume_count; i++)
        close_fd(&build->own[i]);
    free(build->own);
    build->own = NULL;
}

/* Before the root is made read-only, so that a mount does not need to write to it. What cannot be
 * made here is made, or found missing, when it is mounted. */
void volumes_make_targets(struct build *build) {
    for (size_t i = 0; i < build->config->volume_count; i++) {
        const struct volume *volume = &build->config->volumes[i];
        mode_t kind = kind_of(build, volume);
        int target = kind ? open_target(build->root, volume->target, !S_ISDIR(kind)) : -1;
        close_fd(&target);
    }
}

/* Which of the two is wrong: the volume, or the path in it. */
static bool fail_source(struct build *build, const struct volume *volume) {
    int error = errno;
    int whole = open_whole(build, volume);
    bool found = volume->sub != NULL && whole >= 0;
    close_fd(&whole);
    errno = error;
    return found ? build_fail(build, "sub-path", volume->sub)
                 : build_fail(build, "volume", volume->source);
}

static bool bind_volume(struct build *build, const struct volume *volume) {
    struct stat facts;
    if (!volume->own && hidden_holds(build, volume->source)) {
        errno = EACCES;
        return build_fail(build, "hidden", volume->source);
    }
    int source = open_source(build, volume);
    if (source < 0 || fstat(source, &facts) != 0)
        return fail_source(build, volume);
    int target = open_target(build->root, volume->target, !S_ISDIR(facts.st_mode));
    unsigned without = no_devices(build) | (volume->readonly ? READONLY : 0);
    bool done = target >= 0 &&
                mount_bind(source, build->root, volume->target, true, without) == 0;
    int error = errno;
    close_fd(&source);
    close_fd(&target);
    errno = error;
    return done || build_fail(build, "volume", volume->target);
}

bool volumes_bind(struct build *build) {
    for (size_t i = 0; i < build->config->volume_count; i++)
        if (!bind_volume(build, &build->config->volumes[i]))
            return false;
    return true;
}

/* Where on the host a target would be, with the links of its existing part resolved. False when it
 * exists as a whole, or cannot be told. */
static bool resolve_missing(const char *target, char real[PATH_BOUND]) {
    char prefix[PATH_BOUND];
    int host = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC), fd = -1;
    size_t length = (size_t)snprintf(prefix, sizeof prefix, "%s", target);
    if (host < 0 || length >= sizeof prefix || strstr(target, "..") != NULL) {
        close_fd(&host);
        return false;
    }
    while ((fd = sys_open_below(host, prefix, O_PATH, IN_ROOT)) < 0 && length > 0) {
        while (length > 0 && prefix[--length] != '/')
            continue;
        prefix[length] = 0;
    }
    ssize_t size = fd < 0 ? -1 : readlink(fd_path(fd).text, real, PATH_BOUND - 1);
    close_fd(&fd);
    close_fd(&host);
    size_t rest = strlen(target + length);
    if (size <= 0 || rest == 0 || (size_t)size + rest >= PATH_BOUND)
        return false;
    strcpy(real + (size == 1 ? 0 : size), target + length);
    return true;
}

/* A directory that the host has keeps its mode; what is made shows through merged with it. */
static mode_t mode_on_host(const char *path) {
    struct stat facts;
    return stat(path, &facts) == 0 && S_ISDIR(facts.st_mode) ? facts.st_mode & 07777 : 0755;
}

static void make_path(int upper, char *path, size_t skip, bool as_file) {
    char *at = path + skip;
    while (*at == '/')
        at++;
    char *relative = at;
    for (;;) {
        char *stop = at + strcspn(at, "/");
        bool last = stop[strspn(stop, "/")] == 0;
        char kept = *stop;
        *stop = 0;
        if (last && as_file)
            (void)mknodat(upper, relative, S_IFREG | 0644, 0);
        else
            (void)mkdirat(upper, relative, mode_on_host(path));
        *stop = kept;
        if (last)
            return;
        at = stop + strspn(stop, "/");
    }
}

void volumes_make_in_layer(struct build *build, const char *shown, int upper) {
    char real[PATH_BOUND];
    size_t length = strlen(shown);
    for (size_t i = 0; i < build->config->volume_count; i++) {
        const struct volume *volume = &build->config->volumes[i];
        mode_t kind = kind_of(build, volume);
        if (kind && resolve_missing(volume->target, real) &&
            strncmp(real, shown, length) == 0 && real[length] == '/')
            make_path(upper, real, length, !S_ISDIR(kind));
    }
}
