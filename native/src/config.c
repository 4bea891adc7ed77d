#include "config.h"
#include "users.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool list_add(struct list *list, char *item) {
    char **items = realloc(list->items, (list->count + 2) * sizeof *items);
    if (items == NULL)
        return false;
    items[list->count++] = item;
    items[list->count] = NULL;
    list->items = items;
    return true;
}

/* Names go into records, one a line, so a control character would forge a record. */
static bool plain_name(const char *text) {
    size_t length = strlen(text);
    if (length == 0 || length > ID_BOUND)
        return false;
    for (const char *at = text; *at; at++)
        if ((unsigned char)*at <= ' ' || *at == 0x7f)
            return false;
    return true;
}

static bool name(char **slot, char *value) {
    *slot = value;
    return plain_name(value);
}

static bool absolute(char **slot, char *value) {
    *slot = value;
    return value[0] == '/';
}

static bool flag(bool *slot, const char *value) {
    *slot = value[0] == '1';
    return strcmp(value, "0") == 0 || strcmp(value, "1") == 0;
}

static bool id_number(uint32_t *slot, const char *value) {
    int64_t number;
    if (!parse_number(value, 0, UINT32_MAX - 1, &number))
        return false;
    *slot = (uint32_t)number;
    return true;
}

static bool mask(uint64_t *slot, const char *value) {
    char *end;
    *slot = strtoull(value, &end, 16);
    return end != value && *end == 0;
}

static bool add_group(struct config *config, const char *value) {
    gid_t *groups = realloc(config->groups, (config->group_count + 1) * sizeof *groups);
    if (groups == NULL)
        return false;
    config->groups = groups;
    return id_number(&groups[config->group_count++], value);
}

static bool add_volume(struct config *config, const char *mode) {
    size_t count = config->volume_count;
    struct volume *volumes = realloc(config->volumes, (count + 1) * sizeof *volumes);
    if (volumes == NULL)
        return false;
    config->volumes = volumes;
    volumes[config->volume_count++] = (struct volume){.readonly = strcmp(mode, "ro") == 0};
    return strcmp(mode, "ro") == 0 || strcmp(mode, "rw") == 0;
}

/* The fields after a "mount" field belong to that mount. */
static bool volume_field(struct config *config, const char *key, char *value) {
    if (config->volume_count == 0)
        return false;
    struct volume *volume = &config->volumes[config->volume_count - 1];
    if (strcmp(key, "source") == 0)
        return absolute(&volume->source, value);
    if (strcmp(key, "target") == 0)
        return absolute(&volume->target, value);
    if (strcmp(key, "own") == 0)
        return flag(&volume->own, value);
    volume->sub = value;
    return value[0] != 0 && value[0] != '/';
}

static bool isolation(struct config *config, const char *value) {
    config->isolated = strcmp(value, "full") == 0;
    return config->isolated || strcmp(value, "none") == 0;
}

static bool text_field(struct config *config, const char *key, char *value, bool *good) {
    if (strcmp(key, "pod") == 0)
        *good = name(&config->pod, value);
    else if (strcmp(key, "container") == 0)
        *good = name(&config->container, value);
    else if (strcmp(key, "attempt") == 0)
        *good = name(&config->attempt, value);
    else if (strcmp(key, "hostname") == 0)
        *good = name(&config->hostname, value);
    else if (strcmp(key, "dir") == 0)
        *good = absolute(&config->dir, value);
    else if (strcmp(key, "log") == 0)
        *good = absolute(&config->log, value);
    else if (strcmp(key, "cwd") == 0)
        *good = absolute(&config->cwd, value);
    else if (strcmp(key, "shm") == 0)
        *good = absolute(&config->shm, value);
    else if (strcmp(key, "holder") == 0)
        *good = absolute(&config->holder, value);
    else
        return false;
    return true;
}

static bool list_field(struct config *config, const char *key, char *value, bool *good) {
    if (strcmp(key, "arg") == 0)
        *good = list_add(&config->arguments, value);
    else if (strcmp(key, "env") == 0)
        *good = strchr(value, '=') != NULL && list_add(&config->environment, value);
    else if (strcmp(key, "hide") == 0)
        *good = value[0] == '/' && list_add(&config->hidden, value);
    else if (strcmp(key, "cgroup") == 0)
        *good = value[0] == '/' && list_add(&config->cgroups, value);
    else if (strcmp(key, "group") == 0)
        *good = add_group(config, value);
    else if (strcmp(key, "mount") == 0)
        *good = add_volume(config, value);
    else if (strcmp(key, "source") == 0 || strcmp(key, "target") == 0 ||
             strcmp(key, "sub") == 0 || strcmp(key, "own") == 0)
        *good = volume_field(config, key, value);
    else
        return false;
    return true;
}

/* Hexadecimal digits; what they mean the kernel judges. */
static bool filter(char **slot, char *value) {
    *slot = value;
    return strlen(value) <= 2 * FILTER_BYTES;
}

static bool security_field(struct config *config, const char *key, char *value) {
    if (strcmp(key, "isolation") == 0)
        return isolation(config, value);
    if (strcmp(key, "filter") == 0)
        return filter(&config->filter, value);
    if (strcmp(key, "uid") == 0)
        return id_number(&config->uid, value);
    if (strcmp(key, "gid") == 0)
        return id_number(&config->gid, value);
    if (strcmp(key, "capabilities") == 0)
        return mask(&config->capabilities, value);
    if (strcmp(key, "no-new-privileges") == 0)
        return flag(&config->no_new_privileges, value);
    if (strcmp(key, "readonly-root") == 0)
        return flag(&config->readonly_root, value);
    if (strcmp(key, "tty") == 0)
        return flag(&config->tty, value);
    if (strcmp(key, "host-pid") == 0)
        return flag(&config->host_pid, value);
    if (strcmp(key, "host-ipc") == 0)
        return flag(&config->host_ipc, value);
    if (strcmp(key, "all-devices") == 0)
        return flag(&config->all_devices, value);
    if (strcmp(key, "masked-proc") == 0)
        return flag(&config->masked_proc, value);
    return false;
}

static const char *missing(const struct config *config) {
    if (config->pod == NULL || config->container == NULL || config->attempt == NULL)
        return "pod, container, attempt";
    if (config->dir == NULL || config->log == NULL)
        return "dir, log";
    if (config->arguments.count == 0)
        return "arg";
    for (size_t i = 0; i < config->volume_count; i++)
        if (config->volumes[i].source == NULL || config->volumes[i].target == NULL)
            return "source, target";
    return NULL;
}

void config_own(struct config *config) {
    config->uid = config->own_uid = geteuid();
    config->gid = config->own_gid = getegid();
    config->rootless = config->uid != 0;
    config->mapped = users_mapped();
    config->capabilities = UINT64_MAX;
}

bool config_parse(struct config *config, char *payload, size_t size, const char **problem) {
    struct fields fields = fields_of(payload, size);
    char *key, *value;
    *config = (struct config){.payload = payload};
    config_own(config);
    while (fields_next(&fields, &key, &value)) {
        bool good;
        if (!text_field(config, key, value, &good) && !list_field(config, key, value, &good))
            good = security_field(config, key, value);
        if (!good) {
            *problem = key;
            return false;
        }
    }
    *problem = missing(config);
    return *problem == NULL;
}

static bool size_field(unsigned short *slot, const char *value) {
    int64_t number;
    if (!parse_number(value, 0, UINT16_MAX, &number))
        return false;
    *slot = (unsigned short)number;
    return true;
}

static bool exec_field(struct exec_config *config, const char *key, char *value) {
    if (strcmp(key, "id") == 0) {
        config->id = value;
        return plain_name(value);
    }
    if (strcmp(key, "cwd") == 0) {
        config->cwd = value;
        return value[0] == '/';
    }
    if (strcmp(key, "arg") == 0)
        return list_add(&config->arguments, value);
    if (strcmp(key, "env") == 0)
        return strchr(value, '=') != NULL && list_add(&config->environment, value);
    if (strcmp(key, "tty") == 0)
        return flag(&config->tty, value);
    if (strcmp(key, "input") == 0)
        return flag(&config->input, value);
    if (strcmp(key, "rows") == 0)
        return size_field(&config->rows, value);
    if (strcmp(key, "columns") == 0)
        return size_field(&config->columns, value);
    if (strcmp(key, "deadline-ms") == 0)
        return parse_number(value, 1, INT32_MAX, &config->deadline_ms);
    return false;
}

bool exec_config_parse(struct exec_config *config, char *payload, size_t size,
                       const char **problem) {
    struct fields fields = fields_of(payload, size);
    char *key, *value;
    *config = (struct exec_config){.id = NULL};
    while (fields_next(&fields, &key, &value))
        if (!exec_field(config, key, value)) {
            *problem = key;
            return false;
        }
    *problem = config->id == NULL ? "id" : config->arguments.count == 0 ? "arg" : NULL;
    return *problem == NULL;
}
