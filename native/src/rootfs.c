#define _GNU_SOURCE
#include "inner.h"
#include "mounts.h"
#include "sys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#define QUIET (MS_NOSUID | MS_NODEV | MS_NOEXEC)

/* Descriptors of one build: the attempt's directory, its layer, the mounted new root. */
struct build {
    const struct config *config;
    struct report *report;
    int layer, root;
};

static bool fail(struct build *build, const char *step, const char *detail) {
    return report_set(build->report, step, detail);
}

/* A directory of the upper layer that shows nothing of the host's directory of that name. */
static bool fresh(int upper, const char *name, mode_t mode) {
    int fd = -1;
    if (mkdirat(upper, name, 0755) == 0)
        fd = openat(upper, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    bool done = fd >= 0 && fchmod(fd, mode) == 0 &&
                fsetxattr(fd, "trusted.overlay.opaque", "y", 1, 0) == 0;
    close_fd(&fd);
    return done;
}

static bool make_upper(int layer) {
    bool made = mkdirat(layer, "upper", 0755) == 0 && mkdirat(layer, "root", 0755) == 0;
    int upper = made ? openat(layer, "upper", O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    made = upper >= 0 && fresh(upper, "tmp", 01777) && fresh(upper, "run", 0755) &&
           mkdirat(upper, "run/lock", 01777) == 0;
    close_fd(&upper);
    return made;
}

static bool overlay_root(struct build *build) {
    const char *names[2] = {"upper", "work"};
    int lower = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
    int target = openat(build->layer, "root", O_PATH | O_DIRECTORY | O_CLOEXEC);
    bool done = lower >= 0 && target >= 0 &&
                mount_overlay(lower, build->layer, names, target) == 0;
    int error = errno;
    close_fd(&lower);
    close_fd(&target);
    errno = error;
    return done;
}

/* Memory holds the layer where the disk cannot; it goes away with the namespace. */
static bool layer_in_memory(struct build *build) {
    int dir = build->layer;
    if (mount("bookend", fd_path(dir).text, "tmpfs", MS_NOSUID | MS_NODEV, "mode=0700") != 0)
        return false;
    char path[PATH_BOUND];
    snprintf(path, sizeof path, "%s/layer", build->config->dir);
    close_fd(&build->layer);
    build->layer = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    return build->layer >= 0 && make_upper(build->layer) && overlay_root(build);
}

static bool layer_on_disk(struct build *build) {
    struct statfs facts;
    if (fstatfs(build->layer, &facts) != 0 || (unsigned long)facts.f_type == OVERLAY_MAGIC)
        return false;
    return make_upper(build->layer) && overlay_root(build);
}

static bool open_layer(struct build *build) {
    char path[PATH_BOUND];
    snprintf(path, sizeof path, "%s/layer", build->config->dir);
    if (mkdir(path, 0700) != 0)
        return false;
    build->layer = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    return build->layer >= 0;
}

static bool make_root(struct build *build) {
    if (!open_layer(build))
        return fail(build, "layer", build->config->dir);
    if (!layer_on_disk(build) && !layer_in_memory(build))
        return fail(build, "overlay", "/");
    build->root = openat(build->layer, "root", O_PATH | O_DIRECTORY | O_CLOEXEC);
    return build->root >= 0 || fail(build, "overlay", "/");
}

static int bind_host(struct build *build, const char *path, bool recursive) {
    int source = open(path, O_PATH | O_CLOEXEC);
    if (source < 0)
        return -1;
    int done = mount_bind(source, build->root, path, recursive, true);
    close_fd(&source);
    return done;
}

static bool shared_memory(struct build *build) {
    const char *shm = build->config->shm;
    if (shm == NULL)
        return mount_new("tmpfs", build->root, "/dev/shm", QUIET, "mode=1777") == 0;
    int source = open(shm, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    bool done = source >= 0 && mount_bind(source, build->root, "/dev/shm", false, false) == 0;
    close_fd(&source);
    return done;
}

/* Bound read-only: devices stay usable, but nodes of the host cannot be made or removed. */
static bool make_dev(struct build *build) {
    if (bind_host(build, "/dev", false) != 0)
        return fail(build, "mount", "/dev");
    if (mount_new("devpts", build->root, "/dev/pts", MS_NOSUID | MS_NOEXEC,
                  "newinstance,ptmxmode=0666,mode=0620,gid=5") != 0)
        return fail(build, "mount", "/dev/pts");
    return shared_memory(build) || fail(build, "mount", "/dev/shm");
}

/* Else a slip in a container ("echo b > /proc/sysrq-trigger") takes the machine down. */
static void protect_proc(struct build *build) {
    static const char *const paths[] = {"/proc/sys", "/proc/sysrq-trigger"};
    for (size_t i = 0; build->config->masked_proc && i < 2; i++) {
        int source = sys_open_below(build->root, paths[i], O_PATH, IN_ROOT);
        if (source >= 0)
            (void)mount_bind(source, build->root, paths[i], false, true);
        close_fd(&source);
    }
}

static bool make_kernel_views(struct build *build) {
    if (mount_new("proc", build->root, "/proc", QUIET, NULL) != 0)
        return fail(build, "mount", "/proc");
    protect_proc(build);
    if (bind_host(build, "/sys", true) != 0)
        return fail(build, "mount", "/sys");
    return make_dev(build);
}

static void hide(struct build *build) {
    for (size_t i = 0; i < build->config->hidden.count; i++)
        (void)mount_new("tmpfs", build->root, build->config->hidden.items[i],
                        QUIET | MS_RDONLY, "mode=0555,size=4k");
}

/* The resolver's file is often a link into /run, which is fresh here. */
static void copy_resolver(struct build *build) {
    char path[PATH_BOUND], text[8192];
    if (realpath("/etc/resolv.conf", path) == NULL || strncmp(path, "/run/", 5) != 0)
        return;
    int from = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = from < 0 ? -1 : read(from, text, sizeof text);
    int target = size < 0 ? -1 : open_target(build->root, path, true);
    int to = target < 0 ? -1 : open(fd_path(target).text, O_WRONLY | O_TRUNC | O_CLOEXEC);
    if (to >= 0)
        (void)write_all(to, text, (size_t)size);
    close_fd(&from);
    close_fd(&target);
    close_fd(&to);
}

static int open_source(const struct volume *volume) {
    int source = open(volume->source, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (source < 0 || volume->sub == NULL)
        return source;
    int sub = sys_open_below(source, volume->sub, O_PATH, BENEATH);
    close_fd(&source);
    return sub;
}

static bool bind_volume(struct build *build, const struct volume *volume) {
    struct stat facts;
    int source = open_source(volume);
    if (source < 0 || fstat(source, &facts) != 0)
        return fail(build, "volume", volume->source);
    if (S_ISLNK(facts.st_mode)) {
        errno = ELOOP;
        return fail(build, "volume", volume->source);
    }
    int target = open_target(build->root, volume->target, !S_ISDIR(facts.st_mode));
    bool done = target >= 0 && mount_bind(source, build->root, volume->target, true,
                                          volume->readonly) == 0;
    int error = errno;
    close_fd(&source);
    close_fd(&target);
    errno = error;
    return done || fail(build, "volume", volume->target);
}

static bool bind_volumes(struct build *build) {
    for (size_t i = 0; i < build->config->volume_count; i++)
        if (!bind_volume(build, &build->config->volumes[i]))
            return false;
    return true;
}

/* On an initial RAM file system pivot_root is refused; moving the mount does the same there. */
static bool enter(struct build *build) {
    if (fchdir(build->root) != 0)
        return fail(build, "pivot", "/");
    if (sys_pivot_root(".", ".") == 0) {
        if (umount2(".", MNT_DETACH) != 0)
            return fail(build, "pivot", "/");
    } else if (mount(".", "/", NULL, MS_MOVE, NULL) != 0 || chroot(".") != 0) {
        return fail(build, "pivot", "/");
    }
    if (chdir("/") != 0)
        return fail(build, "pivot", "/");
    if (!build->config->readonly_root)
        return true;
    return mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY, NULL) == 0 ||
           fail(build, "mount", "/");
}

bool rootfs_enter(const struct config *config, struct report *report) {
    struct build build = {config, report, -1, -1};
    umask(0);
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0)
        return fail(&build, "namespaces", "/");
    if (!make_root(&build))
        return false;
    host_mounts(config, build.layer, build.root);
    if (!make_kernel_views(&build))
        return false;
    hide(&build);
    copy_resolver(&build);
    bool done = bind_volumes(&build) && enter(&build);
    close_fd(&build.layer);
    close_fd(&build.root);
    return done;
}
