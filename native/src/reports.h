/* Reports from inside a container, as the outer process receives them. Whoever sends one has fewer
 * rights than whoever reads it. */
#ifndef BOOKEND_REPORTS_H
#define BOOKEND_REPORTS_H

#include "inner.h"

#include <sys/types.h>

/* What the kernel passed along with a report: who sent it, and its terminal or -1. */
struct passed {
    pid_t sender;
    int terminal;
};

/* As recv does: 0 at the end of the channel, -1 with EAGAIN for now. A report that is received is
 * whole, its texts end and can be printed; anything else is dropped. */
ssize_t report_receive(int channel, struct report *report, struct passed *passed);

#endif
