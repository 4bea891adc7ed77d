/* What the kernel offers and the C libraries do not (yet) all declare. No <linux/...> header is
 * used, because musl-gcc does not find them. */
#ifndef BOOKEND_SYS_H
#define BOOKEND_SYS_H

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define PATH_BOUND 4096
#define OVERLAY_MAGIC 0x794c7630
#define TMPFS_MAGIC 0x01021994

#define IN_ROOT 0x10
#define BENEATH 0x08
#define NO_LINKS 0x04
#define ONE_MOUNT 0x01

/* openat2 below root: with IN_ROOT every link is resolved as if root were "/". */
int sys_open_below(int root, const char *path, int flags, unsigned resolve);
/* Renames, if nothing has the new name. */
int sys_rename_to_free(int at, const char *from, const char *to);
int sys_pivot_root(const char *new_root, const char *put_old);
/* A clone that behaves like fork, in the namespaces that flags name. */
pid_t sys_clone(unsigned long flags);
int sys_memfd(const char *name);
/* Marks every descriptor from first on as closed by the next exec. */
void sys_close_on_exec_from(int first);
/* Takes writing (READONLY) or the use of devices (NO_DEVICES) from the mount at fd and from all
 * mounts below it. */
#define READONLY 1u
#define NO_DEVICES 4u
int sys_restrict_tree(int fd, unsigned without);
int sys_capset(uint64_t permitted);
uint64_t sys_permitted(void);

/* Makes read-only what was writable only until this program was put in its place. */
void sys_seal(void);

/* What ps shows of this process; the area is given once, from main. */
void title_area(int count, char **arguments);
void title_set(const char *title);

/* Whether a read or write that gave this may do better later. */
bool not_yet(ssize_t size);

int64_t now_ns(void);
int64_t monotonic_ms(void);

/* The path by which the kernel reaches an open descriptor. */
struct fd_path {
    char text[32];
};
struct fd_path fd_path(int fd);

int set_nonblocking(int fd);
void close_fd(int *fd);
/* Writes all of it or fails with errno. */
int write_all(int fd, const void *data, size_t size);

#endif
