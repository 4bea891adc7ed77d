#define _GNU_SOURCE
#include "cgroups.h"
#include "shim.h"
#include "sys.h"
#include "turns.h"

#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define POLLED (8 + CONNECTIONS + 4 * EXEC_SLOTS)
#define ALONE_MS 60000

enum source { LISTENER, SIGNALS, NOTICES, STATUS_CHANNEL, LOG, CONNECTION, EXEC_STATUS, EXEC_OUT,
              EXEC_ERR, EXEC_IN };

struct polled {
    enum source source;
    int index;
};

struct round {
    struct pollfd fds[POLLED];
    struct polled polled[POLLED];
    nfds_t count;
};

static void add(struct round *round, int fd, short events, enum source source, int index) {
    if (fd < 0)
        return;
    round->fds[round->count] = (struct pollfd){.fd = fd, .events = events};
    round->polled[round->count++] = (struct polled){source, index};
}

static void add_connections(struct shim *shim, struct round *round) {
    for (int i = 0; i < CONNECTIONS; i++) {
        struct connection *one = &shim->connections[i];
        short events = one->out_size > 0 ? POLLOUT : 0;
        if (!connection_paused(one))
            events |= POLLIN;
        add(round, one->fd, events, CONNECTION, i);
    }
    if (connection_room(shim))
        add(round, shim->listener, POLLIN, LISTENER, 0);
}

static void add_execs(struct shim *shim, struct round *round) {
    for (int i = 0; i < EXEC_SLOTS; i++) {
        struct exec *exec = &shim->execs[i];
        if (exec->state != BEGINNING && exec->state != GOING)
            continue;
        add(round, exec->status, POLLIN, EXEC_STATUS, i);
        /* Output that overtook the word of its start would be taken for that word. */
        if (exec->state == GOING && exec_wants_reading(exec)) {
            add(round, exec->out, POLLIN, EXEC_OUT, i);
            add(round, exec->err, POLLIN, EXEC_ERR, i);
        }
        if (exec->pending != NULL)
            add(round, exec->in, POLLOUT, EXEC_IN, i);
    }
}

/* The status channel comes before the init's: a start is told before an end. */
static void gather(struct shim *shim, struct round *round) {
    round->count = 0;
    add(round, shim->status, POLLIN, STATUS_CHANNEL, 0);
    add(round, shim->control, POLLIN, NOTICES, 0);
    add(round, shim->signals, POLLIN, SIGNALS, 0);
    if (shim->state != ENDED && shim->record >= 0) {
        add(round, shim->log.streams[0].fd, POLLIN, LOG, 0);
        add(round, shim->log.streams[1].fd, POLLIN, LOG, 1);
    }
    add_connections(shim, round);
    add_execs(shim, round);
}

static void serve_connection(struct shim *shim, struct connection *connection, short events) {
    if (connection->fd < 0 || connection->dead)
        return;
    if (events & POLLOUT)
        connection_writable(connection);
    if (events & (POLLIN | POLLHUP | POLLERR))
        connection_readable(shim, connection);
}

static void serve_input(struct shim *shim, struct exec *exec) {
    struct connection *from = exec->connection;
    exec_input_ready(exec);
    if (from != NULL)
        connection_handle(shim, from);
}

static void pump_log(struct shim *shim, int index) {
    struct log_stream *stream = &shim->log.streams[index];
    if (stream->fd >= 0 && !log_pump(&shim->log, stream))
        close_fd(&stream->fd);
}

/* Orphans come here only without a PID namespace, after the init was killed. */
static void reap(struct shim *shim) {
    struct signalfd_siginfo info;
    int status;
    pid_t pid;
    (void)!read(shim->signals, &info, sizeof info);
    while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
        if (pid == shim->init)
            shim->init = 0;
}

static void serve(struct shim *shim, const struct polled *polled, short events) {
    struct exec *exec = &shim->execs[polled->index % EXEC_SLOTS];
    switch (polled->source) {
    case LISTENER:
        connection_accept(shim);
        break;
    case SIGNALS:
        reap(shim);
        break;
    case NOTICES:
        if (shim->control >= 0)
            container_notice_ready(shim);
        break;
    case STATUS_CHANNEL:
        if (shim->status >= 0)
            container_status_ready(shim);
        break;
    case LOG:
        pump_log(shim, polled->index);
        break;
    case CONNECTION:
        serve_connection(shim, &shim->connections[polled->index], events);
        break;
    case EXEC_STATUS:
        if (exec->status >= 0)
            exec_status_ready(exec);
        break;
    case EXEC_OUT:
    case EXEC_ERR:
        (void)exec_output_ready(exec, polled->source == EXEC_OUT ? &exec->out : &exec->err);
        exec_settle(exec);
        break;
    case EXEC_IN:
        serve_input(shim, exec);
        break;
    }
}

static int connected(const struct shim *shim) {
    int count = 0;
    for (int i = 0; i < CONNECTIONS; i++)
        count += shim->connections[i].fd >= 0;
    return count;
}

/* Without its record no agent can ever find this container again: its pod was removed. */
static bool record_gone(const struct shim *shim) {
    struct stat facts;
    return fstat(shim->record, &facts) == 0 && facts.st_nlink == 0;
}

/* A container without an agent is nobody's if it was never started, or if its record is gone. */
static int64_t abandonment(struct shim *shim, int64_t now) {
    if (shim->state == ENDED || connected(shim) > 0) {
        shim->alone_since = now;
        return INT64_MAX;
    }
    if (now - shim->alone_since >= ALONE_MS) {
        shim->alone_since = now;
        if (shim->state < STARTING || record_gone(shim))
            container_discard(shim);
    }
    return shim->alone_since + ALONE_MS;
}

/* An init that does not obey within its time is killed itself, and all with it. */
static int64_t overdue_kill(struct shim *shim, int64_t now) {
    if (shim->kill_at == 0 || shim->state == ENDED || shim->init <= 0)
        return INT64_MAX;
    if (shim->kill_at > now)
        return shim->kill_at;
    if (!own_pids(&shim->config))
        kill_descendants(false);
    kill(shim->init, SIGKILL);
    return INT64_MAX;
}

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static int next_timeout(struct shim *shim) {
    int64_t now = monotonic_ms();
    int64_t next = least(abandonment(shim, now), overdue_kill(shim, now));
    next = least(next, execs_deadline(shim, now));
    if (shim->state == ENDED)
        next = least(next, shim->flush_until);
    if (next == INT64_MAX)
        return -1;
    return next <= now ? 0 : (int)least(next - now, INT_MAX);
}

static bool unsaid(const struct shim *shim) {
    for (int i = 0; i < CONNECTIONS; i++)
        if (shim->connections[i].fd >= 0 &&
            (shim->connections[i].out_size > 0 || shim->connections[i].exec != NULL))
            return true;
    return false;
}

/* The init is waited for, because it takes the mounts down, and so that it leaves no zombie. */
static bool finished(const struct shim *shim) {
    if (shim->state != ENDED)
        return false;
    return (!unsaid(shim) && shim->init <= 0) || monotonic_ms() >= shim->flush_until;
}

static void run_round(struct shim *shim) {
    static struct round round;
    int timeout = next_timeout(shim);
    gather(shim, &round);
    if (poll(round.fds, round.count, timeout) < 0)
        return;
    for (nfds_t i = 0; i < round.count; i++)
        if (round.fds[i].revents != 0)
            serve(shim, &round.polled[i], round.fds[i].revents);
    tell_logged(shim);
    connections_sweep(shim);
}

static int take_signals(void) {
    sigset_t all, child;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    signal(SIGCHLD, SIG_DFL);
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    return signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
}

static void stand_on_nothing(void) {
    int null = open("/dev/null", O_RDWR);
    for (int fd = 0; fd < 3; fd++)
        dup2(null, fd);
    if (null > 2)
        close(null);
}

static void begin(struct shim *shim, int listener, const char *socket_path) {
    shim->listener = listener;
    shim->signals = take_signals();
    shim->control = shim->status = shim->record = -1;
    shim->alone_since = monotonic_ms();
    snprintf(shim->socket_path, sizeof shim->socket_path, "%s", socket_path);
    for (int i = 0; i < CONNECTIONS; i++)
        shim->connections[i].fd = -1;
    set_nonblocking(listener);
    stand_on_nothing();
    umask(077);
    (void)!chdir("/");
    title_set("bookend-shim");
    turns_short();
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

int shim_run(int listener, const char *socket_path) {
    static struct shim shim;
    begin(&shim, listener, socket_path);
    while (!finished(&shim))
        run_round(&shim);
    cgroups_remove(&shim.config);
    return 0;
}
