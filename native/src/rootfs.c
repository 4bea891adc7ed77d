#define _GNU_SOURCE
#include "rootfs.h"
#include "hidden.h"
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

static bool open_layer(struct build *build) {
    char path[PATH_BOUND];
    snprintf(path, sizeof path, "%s/layer", build->config->dir);
    close_fd(&build->layer);
    build->layer = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    return build->layer >= 0;
}

static bool make_layer(struct build *build) {
    char path[PATH_BOUND];
    snprintf(path, sizeof path, "%s/layer", build->config->dir);
    return mkdir(path, 0700) == 0 && open_layer(build);
}

/* Memory holds the layer where the disk cannot; it goes away with the namespace. */
static bool move_to_memory(struct build *build) {
    return mount("bookend", fd_path(build->layer).text, "tmpfs", MS_NOSUID | MS_NODEV,
                 "mode=0700") == 0 &&
           open_layer(build);
}

static bool layer_is_overlay(const struct build *build) {
    struct statfs facts;
    return fstatfs(build->layer, &facts) != 0 || (unsigned long)facts.f_type == OVERLAY_MAGIC;
}

static bool root_of_one_overlay(struct build *build) {
    bool done = !layer_is_overlay(build) && make_upper(build->layer) && overlay_root(build);
    if (!done && !(move_to_memory(build) && make_upper(build->layer) && overlay_root(build)))
        return false;
    build->root = openat(build->layer, "root", O_PATH | O_DIRECTORY | O_CLOEXEC);
    return build->root >= 0;
}

static bool root_of_many_overlays(struct build *build) {
    if ((layer_is_overlay(build) || !userroot_tried(build)) && !move_to_memory(build))
        return false;
    return userroot_begin(build);
}

/* Hidden places are covered once nothing in them is needed any more by its path. */
static bool show_machine(struct build *build) {
    if (!hidden_cover(build))
        return false;
    if (build->config->rootless)
        return userroot_fill(build) || build_fail(build, "overlay", "/");
    host_mounts(build, build->layer, build->root);
    return true;
}

static bool make_root(struct build *build) {
    if (!make_layer(build))
        return build_fail(build, "layer", build->config->dir);
    if (!(build->config->rootless ? root_of_many_overlays(build) : root_of_one_overlay(build)))
        return build_fail(build, "overlay", "/");
    return show_machine(build);
}

static bool bind_readonly(struct build *build, const char *path) {
    int source = open(path, O_PATH | O_CLOEXEC);
    bool done = source >= 0 && mount_bind(source, build->root, path, true, READONLY) == 0;
    close_fd(&source);
    return done;
}

static bool bind_writable(struct build *build, const char *path) {
    int source = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    bool done = source >= 0 && mount_bind(source, build->root, path, true, 0) == 0;
    close_fd(&source);
    return done;
}

/* Else a slip in a container ("echo b > /proc/sysrq-trigger") takes the machine down. */
static bool protect_proc(struct build *build) {
    static const char *const paths[] = {"/proc/sys", "/proc/sysrq-trigger"};
    bool done = true;
    for (size_t i = 0; build->config->masked_proc && done && i < 2; i++) {
        int source = sys_open_below(build->root, paths[i], O_PATH, IN_ROOT);
        done = source < 0 ? errno == ENOENT
                          : mount_bind(source, build->root, paths[i], false, READONLY) == 0;
        close_fd(&source);
    }
    return done;
}

/* A user namespace may show only processes of a namespace of its own, and binds the machine's. */
static bool make_proc(struct build *build) {
    if (build->config->host_pid && build->config->rootless)
        return bind_writable(build, "/proc");
    return mount_new("proc", build->root, "/proc", QUIET, NULL) == 0;
}

static bool make_kernel_views(struct build *build) {
    if (!make_proc(build) || !protect_proc(build))
        return build_fail(build, "mount", "/proc");
    if (!bind_readonly(build, "/sys"))
        return build_fail(build, "mount", "/sys");
    return devices_make(build);
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

/* On an initial RAM file system pivot_root is refused; moving the mount does the same there. */
static bool enter(struct build *build) {
    if (fchdir(build->root) != 0)
        return build_fail(build, "pivot", "/");
    if (sys_pivot_root(".", ".") == 0) {
        if (umount2(".", MNT_DETACH) != 0)
            return build_fail(build, "pivot", "/");
    } else if (mount(".", "/", NULL, MS_MOVE, NULL) != 0 || chroot(".") != 0) {
        return build_fail(build, "pivot", "/");
    }
    return chdir("/") == 0 || build_fail(build, "pivot", "/");
}

/* All that needs to be written to the root is there by now. */
static bool protect_root(struct build *build) {
    unsigned without = no_devices(build) | (build->config->readonly_root ? READONLY : 0);
    if (without == 0)
        return true;
    int root = openat(build->layer, "root", O_PATH | O_DIRECTORY | O_CLOEXEC);
    bool done = root >= 0 && sys_restrict_tree(root, without) == 0;
    close_fd(&root);
    return done || build_fail(build, "mount", "/");
}

/* What the container shall have of a place that is hidden from it. */
static bool open_own(struct build *build) {
    const char *shm = build->config->host_ipc ? NULL : build->config->shm;
    if (shm != NULL)
        build->shm = open(shm, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (shm != NULL && build->shm < 0)
        return build_fail(build, "mount", "/dev/shm");
    return volumes_open_own(build);
}

static bool make(struct build *build) {
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0)
        return build_fail(build, "namespaces", "/");
    if (!open_own(build) || !make_root(build))
        return false;
    copy_resolver(build);
    volumes_make_targets(build);
    return protect_root(build) && make_kernel_views(build) && hidden_cover_root(build) &&
           volumes_bind(build) && enter(build);
}

bool rootfs_enter(const struct config *config, struct report *report) {
    struct build build = {.config = config, .report = report, .layer = -1, .root = -1, .shm = -1};
    umask(0);
    bool done = make(&build);
    close_fd(&build.layer);
    close_fd(&build.root);
    close_fd(&build.shm);
    volumes_close_own(&build);
    hidden_free(&build);
    return done;
}
