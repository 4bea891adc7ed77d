/* Keeps a container that sees the machine's processes away from what they hold. */
#ifndef BOOKEND_FENCE_H
#define BOOKEND_FENCE_H

#include "inner.h"

/* Makes the fence for this container if it needs one; on failure the report says why. */
bool fence_make(const struct config *config, struct report *report);
/* Goes behind it, if there is one. All rights behind it count for the container only. */
bool fence_enter(void);

#endif
