#define _GNU_SOURCE
#include "cgroups.h"
#include "fence.h"
#include "inner.h"
#include "sys.h"
#include "turns.h"

#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define ORDER_FDS 5
#define LAST_WAIT_MS 5000

struct init {
    struct inner *inner;
    pid_t program;
    pid_t execs[EXEC_SLOTS];
    int signals;
};

static void give_notice(struct init *init, const struct notice *notice) {
    (void)send(init->inner->control, notice, sizeof *notice, MSG_NOSIGNAL);
}

static void notice_exec(struct init *init, uint32_t slot, int status) {
    struct notice notice = {.slot = slot, .status = status, .at = now_ns()};
    init->execs[slot] = 0;
    give_notice(init, &notice);
}

static void reaped(struct init *init, pid_t pid, int status) {
    for (uint32_t slot = 0; slot < EXEC_SLOTS; slot++)
        if (init->execs[slot] == pid)
            notice_exec(init, slot, status);
}

/* False when a child is left that does not end, which only a process of another user can do
 * that an ordinary user's container has started through a set-uid program. */
static bool wait_for_all(struct init *init) {
    int64_t until = monotonic_ms() + LAST_WAIT_MS;
    bool isolated = own_pids(init->inner->config);
    for (;;) {
        int status;
        pid_t pid = waitpid(-1, &status, isolated ? 0 : WNOHANG);
        if (pid < 0 && errno == ECHILD)
            return true;
        if (pid > 0) {
            reaped(init, pid, status);
            continue;
        }
        if (monotonic_ms() > until)
            return false;
        struct pollfd wake = {.fd = init->signals, .events = POLLIN};
        struct signalfd_siginfo info;
        if (poll(&wake, 1, 50) > 0)
            (void)!read(init->signals, &info, sizeof info);
        kill_descendants(isolated);
    }
}

static _Noreturn void end_with(struct init *init, int status) {
    struct notice last = {.is_exit = 1, .status = status, .at = now_ns()};
    kill_descendants(own_pids(init->inner->config));
    wait_for_all(init);
    give_notice(init, &last);
    /* The kernel takes the mounts down now. */
    turns_last();
    _exit(0);
}

static void reap(struct init *init) {
    struct signalfd_siginfo info;
    int status;
    pid_t pid;
    (void)!read(init->signals, &info, sizeof info);
    while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
        if (pid == init->program)
            end_with(init, status);
        reaped(init, pid, status);
    }
}

static void close_all(int fds[], int count) {
    for (int i = 0; i < count; i++)
        close_fd(&fds[i]);
}

static void begin_exec(struct init *init, const struct order *order, int fds[], int count) {
    if (order->slot >= EXEC_SLOTS || count < 2)
        return;
    pid_t pid = fork();
    if (pid == 0)
        program_exec(init->inner->config, fds, count);
    if (pid < 0) {
        report_fail(fds[1], "fork", errno, "exec");
        notice_exec(init, order->slot, 128 << 8);
    } else {
        init->execs[order->slot] = pid;
    }
}

static void kill_exec(struct init *init, uint32_t slot) {
    pid_t pid = slot < EXEC_SLOTS ? init->execs[slot] : 0;
    if (pid > 0 && kill(-pid, SIGKILL) != 0)
        kill(pid, SIGKILL);
}

static void obey(struct init *init, const struct order *order, int fds[], int count) {
    switch ((enum order_kind)order->kind) {
    case ORDER_EXEC:
        begin_exec(init, order, fds, count);
        break;
    case ORDER_SIGNAL:
        kill(init->program, order->number);
        break;
    case ORDER_KILL:
        kill_descendants(own_pids(init->inner->config));
        break;
    case ORDER_KILL_EXEC:
        kill_exec(init, order->slot);
        break;
    }
}

static int take_fds(struct msghdr *message, int fds[ORDER_FDS]) {
    struct cmsghdr *header = CMSG_FIRSTHDR(message);
    if (header == NULL || header->cmsg_type != SCM_RIGHTS)
        return 0;
    size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    /* Room for five descriptors has room for a sixth one, because it is rounded up. */
    for (size_t i = 0; i < count; i++) {
        int fd;
        memcpy(&fd, CMSG_DATA(header) + i * sizeof fd, sizeof fd);
        if (i < ORDER_FDS)
            fds[i] = fd;
        else
            close_fd(&fd);
    }
    return (int)(count < ORDER_FDS ? count : ORDER_FDS);
}

/* The outer process is gone when the channel ends: the container must not outlive it. */
static void listen_to_outer(struct init *init) {
    struct order order;
    struct iovec part = {&order, sizeof order};
    union {
        struct cmsghdr align;
        char data[CMSG_SPACE(ORDER_FDS * sizeof(int))];
    } control;
    int fds[ORDER_FDS] = {-1, -1, -1, -1, -1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control.data,
                             .msg_controllen = sizeof control.data};
    ssize_t size = recvmsg(init->inner->control, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
    if (not_yet(size))
        return;
    if (size <= 0)
        end_with(init, SIGKILL);
    int count = take_fds(&message, fds);
    if (size == sizeof order)
        obey(init, &order, fds, count);
    close_all(fds, ORDER_FDS);
}

static void watch(struct init *init) {
    struct pollfd polled[2] = {{.fd = init->inner->control, .events = POLLIN},
                               {.fd = init->signals, .events = POLLIN}};
    if (poll(polled, 2, -1) < 0)
        return;
    if (polled[1].revents != 0)
        reap(init);
    if (polled[0].revents != 0)
        listen_to_outer(init);
}

static int take_signals(void) {
    sigset_t all, child;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    return signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
}

static bool outer_is_gone(int control) {
    struct pollfd polled = {.fd = control, .events = 0};
    return poll(&polled, 1, 0) > 0 && (polled.revents & POLLHUP) != 0;
}

/* The order matters: a parent that died before PR_SET_PDEATHSIG shows as a closed channel. */
static void bind_to_outer(const struct inner *inner) {
    if (own_pids(inner->config))
        prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    else
        prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    if (outer_is_gone(inner->control))
        _exit(137);
}

static void build(const struct inner *inner) {
    const struct config *config = inner->config;
    struct report report = {.ready = 0};
    if (!cgroups_join(config)) {
        report_fail(inner->status, "cgroup", errno, config->cgroups.items[0]);
        _exit(128);
    }
    if (!config->isolated)
        return;
    if (namespaces_enter(config, &report) && rootfs_enter(config, &report) &&
        fence_make(config, &report))
        return;
    report_fail(inner->status, report.step, report.error, report.detail);
    _exit(128);
}

_Noreturn void init_run(struct inner *inner) {
    struct init init = {.inner = inner, .signals = take_signals()};
    title_set("bookend-init");
    bind_to_outer(inner);
    build(inner);
    /* Until exec, no process of another container may take hold of this one's channels. */
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    init.program = fork();
    if (init.program == 0)
        program_run(inner);
    if (init.program < 0) {
        report_fail(inner->status, "fork", errno, "program");
        _exit(128);
    }
    close_fd(&inner->status);
    close_fd(&inner->out);
    close_fd(&inner->err);
    for (;;)
        watch(&init);
}
