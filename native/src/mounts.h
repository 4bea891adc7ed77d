/* Mount operations that stay below a root, whatever links lie on the way. */
#ifndef BOOKEND_MOUNTS_H
#define BOOKEND_MOUNTS_H

#include <stdbool.h>

/* Opens path below root as O_PATH, making what is missing: directories, and a file at the end
 * when the path shall be a file. -1 with errno. */
int open_target(int root, const char *path, bool as_file);
int mount_bind(int source, int root, const char *target, bool recursive, bool readonly);
int mount_new(const char *type, int root, const char *target, unsigned long flags,
              const char *options);
/* An overlay of lower with upper and work (names below layer), put on the directory target. */
int mount_overlay(int lower, int layer, const char *names[2], int target);

/* Gives every mount of the host below "/" its own overlay, or a read-only bind. */
struct config;
void host_mounts(const struct config *config, int layer, int root);

#endif
