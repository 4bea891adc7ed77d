/* The outer process of one container attempt: it owns the socket, the log and the record. */
#ifndef BOOKEND_SHIM_H
#define BOOKEND_SHIM_H

#include "config.h"
#include "frames.h"
#include "inner.h"
#include "logs.h"
#include "records.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define CONNECTIONS 48
/* As many commands of users at once; the other slots are for hooks and probes. */
#define USERS_COMMANDS 24
#define SIGNAL_IDS 64
#define TAIL_BYTES 4096
#define SOCKET_PATH 108

enum state { EMPTY, PREPARING, PREPARED, STARTING, RUNNING, ENDED };
enum awaited { NOTHING, AWAITS_PREPARED, AWAITS_STARTED, AWAITS_EXITED };

struct connection {
    int fd;
    bool dead, watches, wants_logged;
    enum awaited awaits;
    off_t logged;
    int64_t heard;
    struct exec *exec;
    char *in, *out;
    size_t in_size, in_room, out_size, out_room;
};

enum exec_state { FREE, BEGINNING, GOING, FINISHED };

/* A command run in the container. It lives on when its connection goes, and its result is kept
 * until the slot is needed. */
struct exec {
    enum exec_state state;
    char id[ID_BOUND + 1];
    struct connection *connection;
    int status, in, out, err;
    bool tty, told, timed_out, input_ended, reaped;
    char *pending;
    size_t pending_size, pending_at;
    int64_t deadline, serial;
    int code, signal, left;
    struct report failure;
    char *tail;
    size_t tail_total;
};

struct shim {
    enum state state;
    struct config config;
    char socket_path[SOCKET_PATH];
    int listener, signals, control, status, record;
    pid_t init, program;
    int64_t started_at, alone_since, kill_at, flush_until, oom_kills;
    struct exit_facts exit;
    struct report failure;
    struct log log;
    struct connection connections[CONNECTIONS];
    struct exec execs[EXEC_SLOTS];
    char signal_ids[SIGNAL_IDS][ID_BOUND + 1];
    unsigned signal_count;
    int64_t exec_serial;
};

/* shim.c: the loop. Runs until the container has ended and everybody knows. */
int shim_run(int listener, const char *socket_path);

/* container.c: the container's life. */
void container_prepare(struct shim *shim, struct connection *from, char *payload, size_t size);
void container_start(struct shim *shim, struct connection *from);
void container_kill(struct shim *shim);
void container_discard(struct shim *shim);
/* A poll callback each: the status channel and the init's channel can be read. */
void container_status_ready(struct shim *shim);
void container_notice_ready(struct shim *shim);
void container_init_died(struct shim *shim);
void container_describe(const struct shim *shim, struct message *message);
bool order_init(struct shim *shim, const struct order *order, const int fds[], int count);

/* commands.c: what a connection may ask. */
void command_run(struct shim *shim, struct connection *from, uint8_t type, char *payload,
                 size_t size);
void tell_prepared(struct shim *shim);
void tell_started(struct shim *shim);
void tell_started_to(struct shim *shim, struct connection *to);
void tell_exited(struct shim *shim);
void tell_failed(struct shim *shim);
void tell_logged(struct shim *shim);

/* execs.c: commands in the container. */
void exec_begin(struct shim *shim, struct connection *from, char *payload, size_t size);
void exec_cancel(struct shim *shim, struct exec *exec);
void exec_ended(struct shim *shim, uint32_t slot, int status);
/* The container is over: whatever still ran was killed with it. */
void execs_end(struct shim *shim);
/* Kills what is past its deadline; gives the next deadline or INT64_MAX. */
int64_t execs_deadline(struct shim *shim, int64_t now);
void exec_detached(struct exec *exec);
/* Sends what an ended command left in its pipes, as its reader takes it, and ends it. */
void exec_settle(struct exec *exec);
struct exec *exec_find(struct shim *shim, const char *id);
void exec_status_ready(struct exec *exec);

/* execstreams.c: what a command reads and writes. Input for one that has ended is dropped. */
void exec_input(struct exec *exec, const char *data, size_t size);
void exec_input_end(struct exec *exec);
void exec_resize(struct exec *exec, unsigned short rows, unsigned short columns);
/* Reads once; false when nothing is left for now. */
bool exec_output_ready(struct exec *exec, int *fd);
void exec_input_ready(struct exec *exec);
bool exec_wants_reading(const struct exec *exec);

/* connections.c: bytes in and out. */
void connection_accept(struct shim *shim);
void connection_readable(struct shim *shim, struct connection *connection);
void connection_writable(struct connection *connection);
/* Whether another connection can be had. */
bool connection_room(const struct shim *shim);
bool connection_paused(const struct connection *connection);
/* Handles the frames that have arrived, as far as the connection is not paused. */
void connection_handle(struct shim *shim, struct connection *connection);
void connection_send(struct connection *connection, uint8_t type, const void *data, size_t size);
void connection_send_message(struct connection *connection, uint8_t type,
                             const struct message *message);
void connection_fail(struct connection *connection, const char *step, int error,
                     const char *detail);
void connections_sweep(struct shim *shim);

#endif
