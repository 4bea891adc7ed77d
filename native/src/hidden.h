/* What no container may see, wherever the machine's mounts show it. */
#ifndef BOOKEND_HIDDEN_H
#define BOOKEND_HIDDEN_H

#include "rootfs.h"

/* Finds every place of the machine that shows a hidden directory, a part of it, or lies in it,
 * and covers it in this mount namespace, so that whatever is bound from here on shows it covered.
 * What a container may have of it must be open by now. */
bool hidden_cover(struct build *build);
/* Covers the same places in the new root, whose overlays know nothing of covers. */
bool hidden_cover_root(struct build *build);
/* Whether a path of the machine lies in a place that is covered. */
bool hidden_holds(const struct build *build, const char *path);
void hidden_free(struct build *build);

#endif
