/* The control groups that the agent made for a container; their limits are written already. */
#ifndef BOOKEND_CGROUPS_H
#define BOOKEND_CGROUPS_H

#include "config.h"

#include <stdbool.h>

/* Moves this process, and all that it starts from now on, into the groups; false with errno. */
bool cgroups_join(const struct config *config);
/* How often the kernel has killed in the group for want of memory. */
int64_t cgroups_oom_kills(const struct config *config);
/* The groups are empty now and go away; with the last one of a pod, the pod's own. */
void cgroups_remove(const struct config *config);

#endif
