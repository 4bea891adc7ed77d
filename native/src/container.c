#define _GNU_SOURCE
#include "cgroups.h"
#include "holder.h"
#include "reports.h"
#include "shim.h"
#include "sys.h"
#include "users.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define KILL_PATIENCE_MS 2000
#define FLUSH_MS 2000

/* From here on the place may be another shim's. */
static void leave_socket(const struct shim *shim) {
    char name[SOCKET_PATH + 8];
    snprintf(name, sizeof name, "%s.name", shim->socket_path);
    unlink(name);
    unlink(shim->socket_path);
}

/* Only the kernel kills for want of memory, by SIGKILL, and counts it. */
static bool out_of_memory(const struct shim *shim) {
    return shim->exit.signal == SIGKILL && shim->kill_at == 0 &&
           cgroups_oom_kills(&shim->config) > shim->oom_kills;
}

static void end(struct shim *shim, const char *cause, int code, int signal) {
    shim->exit.cause = cause;
    shim->exit.code = code;
    shim->exit.signal = signal;
    if (shim->exit.at == 0)
        shim->exit.at = now_ns();
    if (shim->exit.step == NULL)
        shim->exit.step = "";
    shim->exit.out_of_memory = out_of_memory(shim);
    if (shim->record >= 0) {
        log_finish(&shim->log);
        shim->exit.lost_bytes = shim->log.lost_bytes;
        (void)record_exit(shim->record, &shim->exit);
    }
    shim->state = ENDED;
    leave_socket(shim);
    execs_end(shim);
    shim->flush_until = monotonic_ms() + FLUSH_MS;
}

/* The container never ran: says so to whoever waits, and leaves it in the record. */
static void fail(struct shim *shim, const char *cause) {
    shim->exit.step = shim->failure.step;
    shim->exit.error = shim->failure.error;
    if (shim->init > 0)
        kill(shim->init, SIGKILL);
    end(shim, cause, 128, 0);
    tell_failed(shim);
}

static void fail_here(struct shim *shim, const char *step, const char *detail) {
    report_set(&shim->failure, step, detail);
    fail(shim, "prepare-failed");
}

/* A shim that ended before it was prepared has no container. */
static bool same(const struct config *a, const struct config *b) {
    return a->pod != NULL && strcmp(a->pod, b->pod) == 0 &&
           strcmp(a->container, b->container) == 0 && strcmp(a->attempt, b->attempt) == 0;
}

static void prepare_again(struct shim *shim, struct connection *from, const struct config *asked) {
    const char *mine = shim->config.container;
    if (!same(&shim->config, asked))
        connection_fail(from, "prepare", EEXIST, mine != NULL ? mine : "none, and ended");
    else {
        from->awaits = AWAITS_PREPARED;
        if (shim->state != PREPARING)
            tell_prepared(shim);
    }
}

static void config_free(struct config *config) {
    free(config->arguments.items);
    free(config->environment.items);
    free(config->hidden.items);
    free(config->cgroups.items);
    free(config->volumes);
    free(config->groups);
    free(config->payload);
    *config = (struct config){.payload = NULL};
}

/* Beside the socket, for a person who wonders whose it is. */
static void write_name(const struct shim *shim) {
    char path[SOCKET_PATH + 8];
    snprintf(path, sizeof path, "%s.name", shim->socket_path);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd >= 0)
        dprintf(fd, "pod=%s\ncontainer=%s\nattempt=%s\ndir=%s\n", shim->config.pod,
                shim->config.container, shim->config.attempt, shim->config.dir);
    close_fd(&fd);
}

static bool open_record(struct shim *shim) {
    int dir = open(shim->config.dir, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (dir < 0)
        return report_set(&shim->failure, "directory", shim->config.dir);
    shim->record = record_create(dir, &shim->config);
    close_fd(&dir);
    return shim->record >= 0 || report_set(&shim->failure, "record", shim->config.dir);
}

static bool open_output(struct shim *shim, struct inner *inner) {
    int out[2], err[2];
    if (pipe2(out, O_CLOEXEC) != 0)
        return report_set(&shim->failure, "streams", "stdout");
    if (pipe2(err, O_CLOEXEC) != 0)
        return report_set(&shim->failure, "streams", "stderr");
    set_nonblocking(out[0]);
    set_nonblocking(err[0]);
    inner->out = out[1];
    inner->err = err[1];
    if (log_open(&shim->log, shim->config.log, out[0], err[0]) == 0)
        return true;
    return report_set(&shim->failure, "log", shim->config.log);
}

static bool open_channels(struct shim *shim, struct inner *inner) {
    int control[2], status[2], on = 1;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, control) != 0 ||
        socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, status) != 0)
        return report_set(&shim->failure, "channels", "socketpair");
    shim->control = control[0];
    inner->control = control[1];
    shim->status = status[0];
    inner->status = status[1];
    /* The kernel tells the program's process id as seen from here. */
    return setsockopt(shim->status, SOL_SOCKET, SO_PASSCRED, &on, sizeof on) == 0;
}

static _Noreturn void become_init(struct shim *shim, struct inner *inner) {
    close_fd(&shim->listener);
    close_fd(&shim->signals);
    close_fd(&shim->record);
    close_fd(&shim->control);
    close_fd(&shim->status);
    close_fd(&shim->log.fd);
    close_fd(&shim->log.streams[0].fd);
    close_fd(&shim->log.streams[1].fd);
    for (int i = 0; i < CONNECTIONS; i++)
        close_fd(&shim->connections[i].fd);
    init_run(inner);
}

static void launch_init(struct shim *shim) {
    struct inner inner = {.config = &shim->config, .out = -1, .err = -1};
    if (!open_record(shim) || !open_output(shim, &inner) || !open_channels(shim, &inner)) {
        fail(shim, "prepare-failed");
        return;
    }
    write_name(shim);
    const char *holder = shim->config.isolated ? shim->config.holder : NULL;
    if (holder != NULL && !holder_join(holder, shim->config.rootless)) {
        fail_here(shim, "pod", holder);
        return;
    }
    if (holder == NULL && shim->config.isolated && !users_join()) {
        fail_here(shim, "user-namespace", "setns");
        return;
    }
    shim->init = sys_clone(SIGCHLD | namespaces_of(&shim->config));
    if (shim->init == 0)
        become_init(shim, &inner);
    if (shim->init < 0)
        fail_here(shim, "namespaces", "clone");
    close_fd(&inner.control);
    close_fd(&inner.status);
    close_fd(&inner.out);
    close_fd(&inner.err);
}

void container_prepare(struct shim *shim, struct connection *from, char *payload, size_t size) {
    struct config asked;
    const char *problem = NULL;
    if (!config_parse(&asked, payload, size, &problem)) {
        connection_fail(from, "request", EINVAL, problem);
        config_free(&asked);
    } else if (shim->state != EMPTY) {
        prepare_again(shim, from, &asked);
        config_free(&asked);
    } else {
        shim->config = asked;
        shim->state = PREPARING;
        from->awaits = AWAITS_PREPARED;
        launch_init(shim);
    }
}

void container_start(struct shim *shim, struct connection *from) {
    if (shim->state == EMPTY || shim->state == PREPARING) {
        connection_fail(from, "start", EINVAL, "not prepared");
        return;
    }
    if (shim->state > STARTING) {
        tell_started_to(shim, from);
        return;
    }
    from->awaits = AWAITS_STARTED;
    if (shim->state == PREPARED) {
        shim->state = STARTING;
        shim->started_at = now_ns();
        shim->oom_kills = cgroups_oom_kills(&shim->config);
        (void)record_start(shim->record, &shim->config, "starting", shim->program,
                           shim->started_at);
        (void)send(shim->status, "g", 1, MSG_NOSIGNAL);
    }
}

void container_describe(const struct shim *shim, struct message *message) {
    if (shim->state == EMPTY)
        return;
    message_field(message, "pod", "%s", shim->config.pod);
    message_field(message, "container", "%s", shim->config.container);
    message_field(message, "attempt", "%s", shim->config.attempt);
    message_field(message, "boot", "%s", boot_id());
    message_field(message, "isolation", "%s", shim->config.isolated ? "full" : "none");
    message_field(message, "shim", "%d", getpid());
    message_field(message, "pid", "%d", shim->program);
    message_field(message, "started", "%" PRId64, shim->started_at);
    message_field(message, "log-size", "%" PRIdMAX, (intmax_t)shim->log.written);
}

/* The end of the channel tells that exec closed it, so the program runs. */
static void status_ended(struct shim *shim) {
    close_fd(&shim->status);
    if (shim->state == STARTING) {
        shim->state = RUNNING;
        (void)record_start(shim->record, &shim->config, "started", shim->program,
                           shim->started_at);
        tell_started(shim);
    } else if (shim->state == PREPARING || shim->state == PREPARED) {
        errno = ECHILD;
        fail_here(shim, "init", "the prepared process ended");
    }
}

static void prepared(struct shim *shim, const struct passed *passed) {
    shim->program = passed->sender;
    if (passed->terminal >= 0) {
        set_nonblocking(passed->terminal);
        close_fd(&shim->log.streams[0].fd);
        shim->log.streams[0].fd = passed->terminal;
    }
    shim->state = PREPARED;
    tell_prepared(shim);
}

/* A report has its time: what comes later, or again, changes nothing. */
static void reported(struct shim *shim, const struct report *report, struct passed *passed) {
    if (report->ready && shim->state == PREPARING) {
        prepared(shim, passed);
    } else if (!report->ready && report->error != 0) {
        close_fd(&passed->terminal);
        shim->failure = *report;
        fail(shim, shim->state == STARTING ? "start-failed" : "prepare-failed");
    } else {
        close_fd(&passed->terminal);
    }
}

void container_status_ready(struct shim *shim) {
    struct report report;
    struct passed passed;
    /* What was discarded meanwhile does not come back. */
    if (shim->state == ENDED)
        return close_fd(&shim->status);
    ssize_t size = report_receive(shim->status, &report, &passed);
    if (not_yet(size))
        return;
    if (size > 0)
        reported(shim, &report, &passed);
    else
        status_ended(shim);
}

static void program_exited(struct shim *shim, const struct notice *notice) {
    int signal = WIFSIGNALED(notice->status) ? WTERMSIG(notice->status) : 0;
    shim->exit.at = notice->at;
    end(shim, "exited", signal ? 128 + signal : WEXITSTATUS(notice->status), signal);
    tell_exited(shim);
}

/* A program that starts and ends at once may be noticed before its start is. */
void container_notice_ready(struct shim *shim) {
    struct notice notice;
    ssize_t size = recv(shim->control, &notice, sizeof notice, MSG_DONTWAIT);
    if (not_yet(size))
        return;
    if (shim->state == STARTING)
        container_status_ready(shim);
    if (shim->state == ENDED)
        close_fd(&shim->control);
    else if (size != sizeof notice)
        container_init_died(shim);
    else if (!notice.is_exit)
        exec_ended(shim, notice.slot, notice.status);
    else if (shim->state == RUNNING)
        program_exited(shim, &notice);
}

/* In a PID namespace the kernel has killed everybody already. */
void container_init_died(struct shim *shim) {
    close_fd(&shim->control);
    if (shim->state == PREPARING || shim->state == PREPARED) {
        errno = ECHILD;
        fail_here(shim, "init", "the init process ended");
        return;
    }
    if (!own_pids(&shim->config))
        kill_descendants(false);
    end(shim, shim->kill_at > 0 ? "exited" : "init-lost", 137, SIGKILL);
    tell_exited(shim);
}

bool order_init(struct shim *shim, const struct order *order, const int fds[], int count) {
    struct iovec part = {(void *)order, sizeof *order};
    union {
        struct cmsghdr align;
        char data[CMSG_SPACE(5 * sizeof(int))];
    } control;
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    memset(&control, 0, sizeof control);
    if (count > 0) {
        message.msg_control = control.data;
        message.msg_controllen = CMSG_SPACE((size_t)count * sizeof(int));
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN((size_t)count * sizeof(int));
        memcpy(CMSG_DATA(header), fds, (size_t)count * sizeof(int));
    }
    return sendmsg(shim->control, &message, MSG_NOSIGNAL | MSG_DONTWAIT) == sizeof *order;
}

void container_kill(struct shim *shim) {
    struct order order = {.kind = ORDER_KILL};
    if (shim->state < STARTING) {
        container_discard(shim);
    } else if (shim->state != ENDED) {
        (void)order_init(shim, &order, NULL, 0);
        if (shim->kill_at == 0)
            shim->kill_at = monotonic_ms() + KILL_PATIENCE_MS;
    }
}

void container_discard(struct shim *shim) {
    if (shim->state >= STARTING) {
        container_kill(shim);
        return;
    }
    if (shim->init > 0)
        kill(shim->init, SIGKILL);
    errno = ECANCELED;
    report_set(&shim->failure, "discard", "discarded before its start");
    end(shim, "discarded", 137, SIGKILL);
    tell_failed(shim);
}
