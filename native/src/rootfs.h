/* The parts of which a container's root file system is built. */
#ifndef BOOKEND_ROOTFS_H
#define BOOKEND_ROOTFS_H

#include "inner.h"

#include <stdbool.h>

/* One build: the descriptors of the layer's directory and of the mounted new root. */
struct build {
    const struct config *config;
    struct report *report;
    int layer, root;
    unsigned overlays;
};

static inline bool build_fail(struct build *build, const char *step, const char *detail) {
    return report_set(build->report, step, detail);
}

/* userroot.c: a root of overlays, for a user namespace; the layer is open. */
bool userroot_make(struct build *build);
/* Whether the layer can hold overlays of a user namespace. */
bool userroot_tried(struct build *build);
/* Lets a new user namespace know its one user; false with errno. */
bool userns_map(const struct config *config);

/* devices.c: everything at /dev. */
bool devices_make(struct build *build);

/* volumes.c: the pod's volumes at their places. A volume's place is made ahead of its mount. */
void volumes_make_targets(struct build *build);
bool volumes_bind(struct build *build);
/* Makes, in the layer that will show host path "shown", the places that volumes need below it. */
void volumes_make_in_layer(struct build *build, const char *shown, int upper);

#endif
