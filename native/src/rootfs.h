/* The parts of which a container's root file system is built. */
#ifndef BOOKEND_ROOTFS_H
#define BOOKEND_ROOTFS_H

#include "inner.h"
#include "sys.h"

#include <stdbool.h>

/* One build: the descriptors of the layer's directory and of the mounted new root. */
struct build {
    const struct config *config;
    struct report *report;
    int layer, root, shm;
    unsigned overlays;
    /* Where the machine shows what is hidden. */
    struct list sights;
    /* For each volume of Bookend's own its descriptor, for each other -1. */
    int *own;
};

static inline bool build_fail(struct build *build, const char *step, const char *detail) {
    return report_set(build->report, step, detail);
}

/* userroot.c: a root of overlays, for a user namespace; the layer is open. First the empty root,
 * then what the machine has. */
bool userroot_begin(struct build *build);
bool userroot_fill(struct build *build);
/* Whether the layer can hold overlays of a user namespace. */
bool userroot_tried(struct build *build);
/* Lets a new user namespace know its one user; false with errno. */
bool userns_map(const struct config *config);

/* What a container may not do with the files of the machine. */
static inline unsigned no_devices(const struct build *build) {
    return build->config->all_devices ? 0 : NO_DEVICES;
}

/* devices.c: everything at /dev. */
bool devices_make(struct build *build);

/* volumes.c: the pod's volumes at their places. A volume's place is made ahead of its mount. */
void volumes_make_targets(struct build *build);
/* Opens those that lie in hidden places, while they can be seen. */
bool volumes_open_own(struct build *build);
void volumes_close_own(struct build *build);
bool volumes_bind(struct build *build);
/* Makes, in the layer that will show host path "shown", the places that volumes need below it. */
void volumes_make_in_layer(struct build *build, const char *shown, int upper);

#endif
