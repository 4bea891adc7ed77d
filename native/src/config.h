/* What the agent asks a shim to run: the fields of PREPARE, and of EXEC, as structures. */
#ifndef BOOKEND_CONFIG_H
#define BOOKEND_CONFIG_H

#include "frames.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define ID_BOUND 80
#define FILTER_BYTES 2048

/* A list of strings that always ends with NULL, so that it can be handed to exec. */
struct list {
    char **items;
    size_t count;
};

bool list_add(struct list *list, char *item);

struct volume {
    char *source, *sub, *target;
    /* Whether it is one that Bookend keeps, and not a path of the machine. */
    bool readonly, own;
};

struct config {
    char *payload;
    char *pod, *container, *attempt;
    char *dir, *log, *hostname, *cwd, *shm, *holder, *filter;
    struct list arguments, environment, hidden, cgroups;
    struct volume *volumes;
    size_t volume_count;
    gid_t *groups;
    size_t group_count;
    uid_t uid, own_uid;
    gid_t gid, own_gid;
    uint64_t capabilities;
    /* Without root, isolation means a user namespace in which the user is the only one, unless
     * more were mapped. */
    bool rootless, mapped, all_devices;
    bool host_pid, host_ipc;
    bool isolated, no_new_privileges, readonly_root, masked_proc, tty;
};

struct exec_config {
    const char *id, *cwd;
    struct list arguments, environment;
    int64_t deadline_ms;
    unsigned short rows, columns;
    bool tty, input;
};

/* Whether the init is the first process of a namespace, and takes all others with it. */
static inline bool own_pids(const struct config *config) {
    return config->isolated && !config->host_pid && config->holder == NULL;
}

/* What holds when nothing is said: this process's user, and all capabilities. */
void config_own(struct config *config);
/* Both cut the payload in place and point into it. False with the offending key in problem. */
bool config_parse(struct config *config, char *payload, size_t size, const char **problem);
bool exec_config_parse(struct exec_config *config, char *payload, size_t size,
                       const char **problem);

#endif
