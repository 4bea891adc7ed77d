/* The first process of a pod whose containers share their processes. It outlives the agent, and its
 * end is the end of them all. */
#ifndef BOOKEND_HOLDER_H
#define BOOKEND_HOLDER_H

#include "config.h"

#include <stdbool.h>

/* Hands out its namespaces to whoever connects and sends a 'j', until somebody sends a 'q'. */
_Noreturn void holder_run(int listener);
/* Lets the children of this process be born in the namespaces of the holder; false with errno. */
bool holder_join(const char *path, bool rootless);

#endif
