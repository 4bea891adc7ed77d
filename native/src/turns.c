#define _GNU_SOURCE
#include "turns.h"

#include <stdint.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The least that the kernel takes. */
#define SHORT_NS 100000
#define LAST 10

struct attributes {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
};

static void ask_for(uint64_t slice) {
    struct attributes mine = {.size = sizeof mine};
    if (syscall(SYS_sched_getattr, 0, &mine, sizeof mine, 0) != 0)
        return;
    mine.runtime = slice;
    (void)syscall(SYS_sched_setattr, 0, &mine, 0);
}

void turns_short(void) {
    ask_for(SHORT_NS);
}

void turns_usual(void) {
    ask_for(0);
}

void turns_last(void) {
    turns_usual();
    (void)setpriority(PRIO_PROCESS, 0, LAST);
}
