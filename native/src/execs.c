#define _GNU_SOURCE
#include "reports.h"
#include "shim.h"
#include "sys.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* More than the pipes of one command hold. */
#define LEFT_MAX (4 * 1024 * 1024)

struct exec *exec_find(struct shim *shim, const char *id) {
    for (int i = 0; i < EXEC_SLOTS; i++)
        if (shim->execs[i].state != FREE && strcmp(shim->execs[i].id, id) == 0)
            return &shim->execs[i];
    return NULL;
}

static bool replaceable(const struct exec *exec, bool untold_too) {
    return exec->state == FREE ||
           (exec->state == FINISHED && exec->reaped && (untold_too || exec->told));
}

/* Free before finished, old before new; a result that nobody has heard yet is given up last. */
static struct exec *choose(struct shim *shim, bool untold_too) {
    struct exec *best = NULL;
    for (int i = 0; i < EXEC_SLOTS; i++) {
        struct exec *one = &shim->execs[i];
        if (replaceable(one, untold_too) && (best == NULL || one->serial < best->serial))
            best = one;
    }
    return best;
}

static struct exec *new_slot(struct shim *shim, const struct exec_config *config) {
    struct exec *slot = choose(shim, false);
    if (slot == NULL)
        slot = choose(shim, true);
    if (slot == NULL)
        return NULL;
    free(slot->tail);
    *slot = (struct exec){.state = BEGINNING, .status = -1, .in = -1, .out = -1, .err = -1};
    snprintf(slot->id, sizeof slot->id, "%s", config->id);
    slot->tty = config->tty;
    slot->serial = ++shim->exec_serial;
    if (config->deadline_ms > 0)
        slot->deadline = monotonic_ms() + config->deadline_ms;
    return slot;
}

static void send_tail(const struct exec *exec) {
    char text[TAIL_BYTES];
    size_t size = exec->tail_total < TAIL_BYTES ? exec->tail_total : TAIL_BYTES;
    size_t from = exec->tail_total - size;
    if (exec->tail == NULL)
        return;
    for (size_t i = 0; i < size; i++)
        text[i] = exec->tail[(from + i) % TAIL_BYTES];
    connection_send(exec->connection, EXEC_TAIL, text, size);
}

static void send_result(struct exec *exec) {
    struct message message;
    if (exec->connection == NULL)
        return;
    exec->told = true;
    if (exec->failure.error != 0) {
        connection_fail(exec->connection, exec->failure.step, exec->failure.error,
                        exec->failure.detail);
        return;
    }
    message_begin(&message);
    message_field(&message, "id", "%s", exec->id);
    message_field(&message, "code", "%d", exec->code);
    message_field(&message, "signal", "%d", exec->signal);
    message_field(&message, "timed-out", "%d", exec->timed_out);
    connection_send_message(exec->connection, EXEC_EXITED, &message);
}

static void send_started(const struct exec *exec) {
    struct message message;
    if (exec->connection == NULL)
        return;
    message_begin(&message);
    message_field(&message, "id", "%s", exec->id);
    connection_send_message(exec->connection, EXEC_STARTED, &message);
}

static void detach(struct exec *exec) {
    if (exec->connection != NULL)
        exec->connection->exec = NULL;
    exec->connection = NULL;
}

static void attach(struct exec *exec, struct connection *to) {
    if (exec->connection == to)
        return;
    detach(exec);
    exec->connection = to;
    to->exec = exec;
}

/* Whoever asks for a command that is known already gets its output so far and its result. */
static void take_over(struct exec *exec, struct connection *from) {
    attach(exec, from);
    if (exec->state == BEGINNING)
        return;
    if (exec->failure.error == 0)
        send_started(exec);
    send_tail(exec);
    if (exec->state == FINISHED) {
        send_result(exec);
        detach(exec);
    }
}

/* Nobody reads it any more; the connection that it held back goes on. */
static void drop_input(struct exec *exec) {
    close_fd(&exec->in);
    free(exec->pending);
    exec->pending = NULL;
}

static void finish(struct exec *exec) {
    exec->state = FINISHED;
    exec->deadline = 0;
    drop_input(exec);
    close_fd(&exec->status);
    close_fd(&exec->out);
    close_fd(&exec->err);
    send_result(exec);
    detach(exec);
}

static void fail_exec(struct exec *exec, const char *step, const char *detail) {
    report_set(&exec->failure, step, detail);
    finish(exec);
}

static bool open_pipe(int *read_end, int *write_end) {
    int fds[2];
    if (pipe2(fds, O_CLOEXEC) != 0)
        return false;
    *read_end = fds[0];
    *write_end = fds[1];
    return true;
}

static bool open_streams(struct exec *exec, const struct exec_config *config, int fds[5]) {
    int status[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, status) != 0)
        return false;
    exec->status = status[0];
    fds[1] = status[1];
    if (config->tty)
        return true;
    if (!open_pipe(&exec->out, &fds[2]) || !open_pipe(&exec->err, &fds[3]))
        return false;
    set_nonblocking(exec->out);
    set_nonblocking(exec->err);
    if (!config->input)
        return true;
    return open_pipe(&fds[4], &exec->in) && set_nonblocking(exec->in) == 0;
}

/* The init parses the request itself, from memory that both can see. */
static int payload_file(const char *payload, size_t size) {
    int fd = sys_memfd("bookend-exec");
    if (fd >= 0 && write_all(fd, payload, size) != 0)
        close_fd(&fd);
    return fd;
}

static void hand_over(struct shim *shim, struct exec *exec, const struct exec_config *config,
                      int payload) {
    int fds[5] = {payload, -1, -1, -1, -1};
    struct order order = {.kind = ORDER_EXEC, .slot = (uint32_t)(exec - shim->execs)};
    int count = config->tty ? 2 : config->input ? 5 : 4;
    bool sent = payload >= 0 && open_streams(exec, config, fds) &&
                order_init(shim, &order, fds, count);
    if (!sent) {
        exec->reaped = true;
        fail_exec(exec, "exec", exec->id);
    }
    for (int i = 1; i < 5; i++)
        close_fd(&fds[i]);
}

/* Hooks and probes have places that no user's command takes. */
static bool is_users(const char *id) {
    return strncmp(id, "api-", 4) == 0;
}

static bool users_places_taken(const struct shim *shim) {
    int count = 0;
    for (int i = 0; i < EXEC_SLOTS; i++)
        count += (shim->execs[i].state == BEGINNING || shim->execs[i].state == GOING) &&
                 is_users(shim->execs[i].id);
    return count >= USERS_COMMANDS;
}

static void begin_new(struct shim *shim, struct connection *from, const struct exec_config *config,
                      int payload) {
    if (shim->state != RUNNING) {
        connection_fail(from, "exec", ESRCH, "the container does not run");
        return;
    }
    bool refused = is_users(config->id) && users_places_taken(shim);
    struct exec *exec = refused ? NULL : new_slot(shim, config);
    if (exec == NULL) {
        connection_fail(from, "exec", EBUSY, "too many commands at once");
        return;
    }
    attach(exec, from);
    hand_over(shim, exec, config, payload);
}

void exec_begin(struct shim *shim, struct connection *from, char *payload, size_t size) {
    struct exec_config config = {.id = NULL};
    const char *problem = NULL;
    int copy = payload_file(payload, size);
    if (from->exec != NULL) {
        connection_fail(from, "exec", EBUSY, "one command a connection");
    } else if (!exec_config_parse(&config, payload, size, &problem)) {
        connection_fail(from, "request", EINVAL, problem);
    } else {
        struct exec *known = exec_find(shim, config.id);
        if (known != NULL)
            take_over(known, from);
        else
            begin_new(shim, from, &config, copy);
    }
    free(config.arguments.items);
    free(config.environment.items);
    close_fd(&copy);
}

static void got_terminal(struct exec *exec, int master) {
    if (!exec->tty || exec->out >= 0 || master < 0)
        return close_fd(&master);
    set_nonblocking(master);
    exec->out = master;
    exec->in = fcntl(master, F_DUPFD_CLOEXEC, 3);
}

static void exec_runs(struct exec *exec) {
    close_fd(&exec->status);
    exec->state = GOING;
    send_started(exec);
}

void exec_status_ready(struct exec *exec) {
    struct report report;
    struct passed passed;
    ssize_t size = report_receive(exec->status, &report, &passed);
    if (not_yet(size))
        return;
    if (size <= 0) {
        exec_runs(exec);
    } else if (report.ready) {
        got_terminal(exec, passed.terminal);
    } else {
        close_fd(&passed.terminal);
        exec->failure = report;
        if (exec->failure.error == 0)
            exec->failure.error = EPROTO;
        finish(exec);
    }
}

void exec_cancel(struct shim *shim, struct exec *exec) {
    struct order order = {.kind = ORDER_KILL_EXEC, .slot = (uint32_t)(exec - shim->execs)};
    if (exec->state == BEGINNING || exec->state == GOING)
        (void)order_init(shim, &order, NULL, 0);
}

/* A pipe may hold more than can be sent at once; left-over children are not waited for. */
void exec_settle(struct exec *exec) {
    while (exec->state == GOING && exec->reaped && exec_wants_reading(exec))
        if (exec->left <= 0 ||
            (!exec_output_ready(exec, &exec->out) && !exec_output_ready(exec, &exec->err)))
            finish(exec);
}

/* A terminal hangs up; a pipe shows its end. The command itself goes on. */
void exec_detached(struct exec *exec) {
    exec->connection = NULL;
    drop_input(exec);
    if (exec->tty)
        close_fd(&exec->out);
    exec_settle(exec);
}

void exec_ended(struct shim *shim, uint32_t slot, int status) {
    if (slot >= EXEC_SLOTS)
        return;
    struct exec *exec = &shim->execs[slot];
    exec->reaped = true;
    for (int round = 0; round < 3 && exec->state == BEGINNING; round++)
        exec_status_ready(exec);
    if (exec->state == BEGINNING)
        exec_runs(exec);
    if (exec->state != GOING || exec->left > 0)
        return;
    exec->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    exec->code = exec->signal ? 128 + exec->signal : WEXITSTATUS(status);
    exec->deadline = 0;
    exec->left = LEFT_MAX;
    drop_input(exec);
    exec_settle(exec);
}

void execs_end(struct shim *shim) {
    for (uint32_t slot = 0; slot < EXEC_SLOTS; slot++)
        if (shim->execs[slot].state == BEGINNING || shim->execs[slot].state == GOING) {
            shim->execs[slot].state = GOING;
            exec_ended(shim, slot, SIGKILL);
        }
}

int64_t execs_deadline(struct shim *shim, int64_t now) {
    int64_t next = INT64_MAX;
    for (int i = 0; i < EXEC_SLOTS; i++) {
        struct exec *exec = &shim->execs[i];
        if (exec->deadline > 0 && exec->deadline <= now) {
            exec->timed_out = true;
            exec->deadline = 0;
            exec_cancel(shim, exec);
        } else if (exec->deadline > 0 && exec->deadline < next) {
            next = exec->deadline;
        }
    }
    return next;
}
