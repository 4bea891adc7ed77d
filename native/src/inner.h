/* What happens inside a container: the init process, its file system and the programs it runs. */
#ifndef BOOKEND_INNER_H
#define BOOKEND_INNER_H

#include "config.h"

#include <stdint.h>

#define EXEC_SLOTS 32

/* Says on a status channel how far a process got. A channel that ends without a failure report
 * means that exec succeeded. */
struct report {
    int32_t ready, error;
    char step[24];
    char detail[232];
};

enum order_kind { ORDER_EXEC = 1, ORDER_SIGNAL, ORDER_KILL, ORDER_KILL_EXEC };

/* The outer process orders, the init gives notice; both over one SOCK_SEQPACKET pair. An
 * ORDER_EXEC carries descriptors: the EXEC payload and the status channel; without a terminal also
 * output, errors and, when asked for, input. */
struct order {
    uint32_t kind, slot;
    int32_t number;
};

struct notice {
    int32_t is_exit;
    uint32_t slot;
    int32_t status, unused;
    int64_t at;
};

struct inner {
    const struct config *config;
    int control, status;
    int out, err;
};

/* The flags of clone for this container; 0 for a plain process. */
unsigned long namespaces_of(const struct config *config);
/* The init's whole life; never returns. */
_Noreturn void init_run(struct inner *inner);

/* Lets a new user namespace know its user, and names the machine. */
bool namespaces_enter(const struct config *config, struct report *report);
/* Builds the container's root file system and moves into it; on failure the report says why. */
bool rootfs_enter(const struct config *config, struct report *report);

/* Gives up privileges, waits for the word on the status channel, and executes. */
_Noreturn void program_run(const struct inner *inner);
/* The same for an EXEC; fds are those of the order. */
_Noreturn void program_exec(const struct config *config, int fds[], int fd_count);

/* The value of PATH, or a usual one. */
const char *search_path(const struct list *environment);
/* Looks at what the start will need, so that the new root file system knows it by then. */
void warm_up(const struct list *arguments, const struct list *environment);

void report_fail(int status, const char *step, int error, const char *detail);
bool report_set(struct report *report, const char *step, const char *detail);

/* Kills every process below this one; in a PID namespace of its own that is every process. */
void kill_descendants(bool isolated);

#endif
