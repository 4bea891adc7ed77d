#define _GNU_SOURCE
#include "inner.h"
#include "rootfs.h"

#include <sched.h>
#include <string.h>
#include <unistd.h>

unsigned long namespaces_of(const struct config *config) {
    if (!config->isolated)
        return 0;
    bool joined = config->holder != NULL;
    return CLONE_NEWNS | CLONE_NEWUTS | (own_pids(config) ? CLONE_NEWPID : 0) |
           (config->host_ipc ? 0 : CLONE_NEWIPC) |
           (config->rootless && !config->mapped && !joined ? CLONE_NEWUSER : 0);
}

bool namespaces_enter(const struct config *config, struct report *report) {
    if (config->rootless && !config->mapped && config->holder == NULL && !userns_map(config))
        return report_set(report, "user-namespace", "uid_map");
    const char *name = config->hostname;
    return name == NULL || sethostname(name, strlen(name)) == 0 ||
           report_set(report, "hostname", name);
}
