#define _GNU_SOURCE
#include "mounts.h"
#include "rootfs.h"
#include "sys.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const links[][2] = {{"/proc/self/fd", "fd"},
                                       {"/proc/self/fd/0", "stdin"},
                                       {"/proc/self/fd/1", "stdout"},
                                       {"/proc/self/fd/2", "stderr"},
                                       {"pts/ptmx", "ptmx"}};

/* Shows a device, or a directory of devices, of the machine. */
static bool bind_from_host(struct build *build, const char *name, bool is_directory) {
    char path[300];
    snprintf(path, sizeof path, "/dev/%s", name);
    int source = open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    int target = source < 0 ? -1 : open_target(build->root, path, !is_directory);
    unsigned without = is_directory ? READONLY : 0;
    bool done = target >= 0 &&
                mount_bind(source, build->root, path, is_directory, without) == 0;
    close_fd(&source);
    close_fd(&target);
    return done;
}

/* Bound, not made: /dev takes no devices, or a container could make the disk's and read all. */
static bool usual_devices(struct build *build) {
    static const char *const usual[] = {"null", "zero", "full", "random", "urandom", "tty"};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (!bind_from_host(build, usual[i], false))
            return false;
    return true;
}

static bool is_own(const char *name) {
    static const char *const own[] = {".", "..", "pts", "shm", "mqueue", "ptmx", "fd"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strcmp(name, own[i]) == 0)
            return true;
    return false;
}

static bool copy_link(int from, int to, const char *name) {
    char text[PATH_BOUND];
    ssize_t size = readlinkat(from, name, text, sizeof text - 1);
    if (size <= 0)
        return false;
    text[size] = 0;
    return symlinkat(text, to, name) == 0;
}

/* What a privileged container finds; a device that cannot be shown is left out. */
static bool all_devices(struct build *build, int dev) {
    DIR *host = opendir("/dev");
    struct dirent *entry;
    if (host == NULL)
        return false;
    while ((entry = readdir(host)) != NULL) {
        if (is_own(entry->d_name))
            continue;
        if (entry->d_type == DT_LNK)
            (void)copy_link(dirfd(host), dev, entry->d_name);
        else
            (void)bind_from_host(build, entry->d_name, entry->d_type == DT_DIR);
    }
    closedir(host);
    return true;
}

static bool shared_memory(struct build *build) {
    if (!build->config->host_ipc && build->config->shm == NULL)
        return mount_new("tmpfs", build->root, "/dev/shm", MS_NOSUID | MS_NODEV | MS_NOEXEC,
                         "mode=1777") == 0;
    int source = build->config->host_ipc ? open("/dev/shm", O_PATH | O_DIRECTORY | O_CLOEXEC)
                                         : fcntl(build->shm, F_DUPFD_CLOEXEC, 3);
    bool done = source >= 0 &&
                mount_bind(source, build->root, "/dev/shm", true, no_devices(build)) == 0;
    close_fd(&source);
    return done;
}

static bool fill(struct build *build, int dev) {
    static const char *const directories[] = {"pts", "shm", "mqueue"};
    for (size_t i = 0; i < sizeof directories / sizeof *directories; i++)
        if (mkdirat(dev, directories[i], 0755) != 0)
            return false;
    bool done = build->config->all_devices ? all_devices(build, dev) : usual_devices(build);
    for (size_t i = 0; i < sizeof links / sizeof *links; i++)
        done = (symlinkat(links[i][0], dev, links[i][1]) == 0 || errno == EEXIST) && done;
    return done;
}

/* Group 5 owns terminals, as everywhere; in a user namespace nobody but the user exists. */
static bool terminals(struct build *build) {
    const char *options = build->config->rootless
                              ? "newinstance,ptmxmode=0666,mode=0620"
                              : "newinstance,ptmxmode=0666,mode=0620,gid=5";
    return mount_new("devpts", build->root, "/dev/pts", MS_NOSUID | MS_NOEXEC, options) == 0;
}

bool devices_make(struct build *build) {
    unsigned long flags = MS_NOSUID | MS_NOEXEC | (no_devices(build) ? MS_NODEV : 0);
    if (mount_new("tmpfs", build->root, "/dev", flags,
                  "mode=0755,size=64k,nr_inodes=4k") != 0)
        return build_fail(build, "mount", "/dev");
    int dev = sys_open_below(build->root, "/dev", O_RDONLY | O_DIRECTORY, IN_ROOT);
    bool done = dev >= 0 && fill(build, dev);
    int error = errno;
    close_fd(&dev);
    errno = error;
    if (!done)
        return build_fail(build, "devices", "/dev");
    if (!terminals(build))
        return build_fail(build, "mount", "/dev/pts");
    (void)mount_new("mqueue", build->root, "/dev/mqueue", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
    return shared_memory(build) || build_fail(build, "mount", "/dev/shm");
}
