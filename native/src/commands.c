#define _GNU_SOURCE
#include "shim.h"
#include "sys.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const state_names[] = {"empty", "preparing", "prepared",
                                          "starting", "running", "ended"};

static void add_execs(const struct shim *shim, struct message *message) {
    for (int i = 0; i < EXEC_SLOTS; i++)
        if (shim->execs[i].state != FREE)
            message_field(message, shim->execs[i].state == FINISHED ? "exec-finished"
                                                                    : "exec-running",
                          "%s", shim->execs[i].id);
}

static void add_exit(const struct shim *shim, struct message *message) {
    message_field(message, "cause", "%s", shim->exit.cause);
    message_field(message, "code", "%d", shim->exit.code);
    message_field(message, "signal", "%d", shim->exit.signal);
    message_field(message, "exited", "%" PRId64, shim->exit.at);
    message_field(message, "step", "%s", shim->exit.step);
    message_field(message, "errno", "%d", shim->exit.error);
    message_field(message, "lost-bytes", "%" PRIu64, shim->exit.lost_bytes);
    message_field(message, "out-of-memory", "%d", shim->exit.out_of_memory);
}

static void send_state(struct shim *shim, struct connection *to, uint8_t type) {
    struct message message;
    message_begin(&message);
    message_field(&message, "state", "%s", state_names[shim->state]);
    container_describe(shim, &message);
    if (shim->state == ENDED)
        add_exit(shim, &message);
    if (type == STATE)
        add_execs(shim, &message);
    connection_send_message(to, type, &message);
}

static void answer(struct shim *shim, enum awaited what, uint8_t type) {
    for (int i = 0; i < CONNECTIONS; i++) {
        struct connection *one = &shim->connections[i];
        if (one->fd < 0 || one->awaits != what)
            continue;
        one->awaits = NOTHING;
        if (type == FAILED)
            connection_fail(one, shim->failure.step, shim->failure.error, shim->failure.detail);
        else
            send_state(shim, one, type);
    }
}

/* Whoever watches, and whoever waits for this, is told once. */
static void tell(struct shim *shim, enum awaited what, uint8_t type) {
    for (int i = 0; i < CONNECTIONS; i++) {
        struct connection *one = &shim->connections[i];
        if (one->fd < 0 || (!one->watches && one->awaits != what))
            continue;
        one->awaits = one->awaits == what ? NOTHING : one->awaits;
        send_state(shim, one, type);
    }
}

/* Says only how long the log is now, so that a slow reader costs nothing. */
void tell_logged(struct shim *shim) {
    for (int i = 0; i < CONNECTIONS; i++) {
        struct connection *one = &shim->connections[i];
        if (one->fd < 0 || !one->wants_logged || one->out_size > 0 ||
            one->logged == shim->log.written)
            continue;
        struct message message;
        message_begin(&message);
        message_field(&message, "size", "%" PRIdMAX, (intmax_t)shim->log.written);
        one->logged = shim->log.written;
        connection_send_message(one, LOGGED, &message);
    }
}

void tell_prepared(struct shim *shim) {
    answer(shim, AWAITS_PREPARED, STATE);
}

void tell_started(struct shim *shim) {
    tell(shim, AWAITS_STARTED, STARTED);
}

void tell_started_to(struct shim *shim, struct connection *to) {
    send_state(shim, to, STARTED);
}

void tell_exited(struct shim *shim) {
    tell_logged(shim);
    tell(shim, AWAITS_EXITED, EXITED);
}

void tell_failed(struct shim *shim) {
    answer(shim, AWAITS_PREPARED, FAILED);
    answer(shim, AWAITS_STARTED, FAILED);
}

static void done(struct connection *to) {
    connection_send(to, DONE, NULL, 0);
}

static void prepare(struct shim *shim, struct connection *from, char *payload, size_t size) {
    char *copy = malloc(size + 1);
    if (copy == NULL) {
        connection_fail(from, "memory", ENOMEM, "prepare");
        return;
    }
    memcpy(copy, payload, size);
    container_prepare(shim, from, copy, size);
}

static bool remember_signal(struct shim *shim, const char *id) {
    for (int i = 0; i < SIGNAL_IDS; i++)
        if (strcmp(shim->signal_ids[i], id) == 0)
            return false;
    char *slot = shim->signal_ids[shim->signal_count++ % SIGNAL_IDS];
    snprintf(slot, ID_BOUND + 1, "%s", id);
    return true;
}

static void send_signal(struct shim *shim, struct connection *from, const char *id,
                        const char *number) {
    int64_t signal;
    size_t length = id == NULL ? 0 : strlen(id);
    if (number == NULL || !parse_number(number, 1, SIGRTMAX, &signal) || length == 0 ||
        length > ID_BOUND) {
        connection_fail(from, "request", EINVAL, "id, signal");
        return;
    }
    if (shim->state != RUNNING) {
        connection_fail(from, "signal", ESRCH, state_names[shim->state]);
        return;
    }
    struct order order = {.kind = ORDER_SIGNAL, .number = (int32_t)signal};
    bool fresh = remember_signal(shim, id);
    if (fresh && signal == SIGKILL)
        container_kill(shim);
    else if (fresh)
        (void)order_init(shim, &order, NULL, 0);
    done(from);
}

struct request {
    char *id, *signal, *rows, *columns, *logs;
};

static struct request read_request(char *payload, size_t size) {
    struct request request = {NULL, NULL, NULL, NULL, NULL};
    struct fields fields = fields_of(payload, size);
    char *key, *value;
    while (fields_next(&fields, &key, &value))
        if (strcmp(key, "id") == 0)
            request.id = value;
        else if (strcmp(key, "signal") == 0)
            request.signal = value;
        else if (strcmp(key, "rows") == 0)
            request.rows = value;
        else if (strcmp(key, "columns") == 0)
            request.columns = value;
        else if (strcmp(key, "logs") == 0)
            request.logs = value;
    return request;
}

static void watch(struct shim *shim, struct connection *from, const char *logs) {
    from->watches = true;
    from->wants_logged = logs != NULL && strcmp(logs, "1") == 0;
    send_state(shim, from, STATE);
}

static void resize(struct connection *from, const struct request *request) {
    int64_t rows, columns;
    if (from->exec != NULL && request->rows && request->columns &&
        parse_number(request->rows, 1, UINT16_MAX, &rows) &&
        parse_number(request->columns, 1, UINT16_MAX, &columns))
        exec_resize(from->exec, (unsigned short)rows, (unsigned short)columns);
}

static void cancel(struct shim *shim, struct connection *from, const char *id) {
    struct exec *exec = id == NULL ? from->exec : exec_find(shim, id);
    if (exec != NULL)
        exec_cancel(shim, exec);
    if (exec == NULL)
        connection_fail(from, "cancel", ESRCH, id == NULL ? "" : id);
    else if (exec->connection != from)
        done(from);
}

static void run_with_fields(struct shim *shim, struct connection *from, uint8_t type,
                            const struct request *request) {
    if (type == SIGNAL)
        send_signal(shim, from, request->id, request->signal);
    else if (type == WATCH)
        watch(shim, from, request->logs);
    else if (type == RESIZE)
        resize(from, request);
    else if (type == CANCEL)
        cancel(shim, from, request->id);
    else
        from->dead = true;
}

void command_run(struct shim *shim, struct connection *from, uint8_t type, char *payload,
                 size_t size) {
    if (type == PREPARE) {
        prepare(shim, from, payload, size);
    } else if (type == START) {
        container_start(shim, from);
    } else if (type == STATUS) {
        send_state(shim, from, STATE);
    } else if (type == KILL) {
        container_kill(shim);
        done(from);
    } else if (type == DISCARD) {
        container_discard(shim);
        done(from);
    } else if (type == EXEC) {
        exec_begin(shim, from, payload, size);
    } else if (type == INPUT) {
        exec_input(from->exec, payload, size);
    } else if (type == INPUT_END) {
        exec_input_end(from->exec);
    } else {
        struct request request = read_request(payload, size);
        run_with_fields(shim, from, type, &request);
    }
}
