/* Mount operations that stay below a root, whatever links lie on the way. */
#ifndef BOOKEND_MOUNTS_H
#define BOOKEND_MOUNTS_H

#include <stdbool.h>

/* Opens path below root as O_PATH, making what is missing: directories, and a file at the end
 * when the path shall be a file. -1 with errno. */
int open_target(int root, const char *path, bool as_file);
/* A path inside a volume, with every link resolved there; a directory with the volume's mode is
 * made if nothing is there. It fails rather than leave the volume. */
int open_sub(int volume, const char *path);
/* What a bind takes away: READONLY, NO_DEVICES (sys.h), both or nothing. */
int mount_bind(int source, int root, const char *target, bool recursive, unsigned without);
int mount_new(const char *type, int root, const char *target, unsigned long flags,
              const char *options);
/* An overlay of lower with upper and work (names below layer), put on the directory target. */
int mount_overlay(int lower, int layer, const char *names[2], int target);

/* Gives every mount of the host below "/" its own overlay, or a read-only bind. */
struct build;
void host_mounts(const struct build *build, int layer, int root);
/* Whether anything is mounted below (and not at) a path of the host. */
bool host_mounts_below(const char *path);
/* Whether a path is new in every container, or hidden from it. */
bool host_mount_skipped(const struct build *build, const char *path);

#endif
