#define _GNU_SOURCE
#include "fence.h"
#include "inner.h"
#include "sys.h"
#include "turns.h"

#include <grp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define DEFAULT_ROWS 24
#define DEFAULT_COLUMNS 80
#define DEFAULT_PATH "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
#define PEER_OF_PTY 0x5441
#define UNLOCK_PTY 0x40045431
#define CONTROLLING_TTY 0x540e
#define LAST_CAPABILITY 63
#define LAST_SIGNAL 64

bool report_set(struct report *report, const char *step, const char *detail) {
    report->error = errno;
    snprintf(report->step, sizeof report->step, "%s", step);
    snprintf(report->detail, sizeof report->detail, "%s", detail);
    return false;
}

void report_fail(int status, const char *step, int error, const char *detail) {
    struct report report = {.ready = 0};
    errno = error;
    report_set(&report, step, detail);
    (void)send(status, &report, sizeof report, MSG_NOSIGNAL);
}

static _Noreturn void die(int status, const char *step, const char *detail) {
    report_fail(status, step, errno, detail);
    _exit(128);
}

/* By the system call itself, because a C library keeps some signals for its own use and would not
 * touch them. */
static void reset_signals(void) {
    static const unsigned long normal[8];
    sigset_t none;
    for (int number = 1; number <= LAST_SIGNAL; number++)
        (void)syscall(SYS_rt_sigaction, number, normal, NULL, LAST_SIGNAL / 8);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static void bound_capabilities(int status, uint64_t allowed) {
    for (int capability = 0; capability <= LAST_CAPABILITY; capability++)
        if ((allowed >> capability & 1) == 0 &&
            prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0 && errno != EINVAL)
            die(status, "capabilities", "bounding set");
}

/* An ordinary user may not become somebody else. All rights that its namespace gave go with the
 * exec, and the bounding set lets none of the container's programs win them back. */
static void stay(const struct config *config, int status, const char *who) {
    if (config->uid != config->own_uid || config->gid != config->own_gid) {
        errno = EPERM;
        die(status, "user", who);
    }
    if (config->isolated)
        bound_capabilities(status, config->capabilities);
}

/* As root everything is set exactly. */
static void become(const struct config *config, int status) {
    char who[48];
    snprintf(who, sizeof who, "%u:%u", config->uid, config->gid);
    if (config->rootless && !(config->mapped && config->isolated)) {
        stay(config, status, who);
        return;
    }
    bound_capabilities(status, config->capabilities);
    /* Groups of an ordinary user may let it into its own files, and are kept if nobody else is
     * asked for. */
    bool keeps = config->rootless && config->uid == config->own_uid && config->group_count == 0;
    if (!keeps && setgroups(config->group_count, config->groups) != 0)
        die(status, "user", "supplementary groups");
    if (setresgid(config->gid, config->gid, config->gid) != 0 ||
        setresuid(config->uid, config->uid, config->uid) != 0)
        die(status, "user", who);
    if (config->uid == 0 && sys_capset(sys_permitted() & config->capabilities) != 0)
        die(status, "capabilities", "permitted set");
}

static unsigned digit(char text) {
    return (text & 15u) + (text > '9' ? 9 : 0);
}

/* While there are rights to do so; without any, the kernel asks that none can be won. */
static void filter_calls(const char *digits, int status) {
    uint8_t program[FILTER_BYTES] __attribute__((aligned(8)));
    struct {
        unsigned short count;
        void *program;
    } filter = {(unsigned short)(strlen(digits) / 16), program};
    for (size_t i = 0; digits[i] != 0 && digits[i + 1] != 0; i += 2)
        program[i / 2] = (uint8_t)(digit(digits[i]) << 4 | digit(digits[i + 1]));
    for (int i = 0; prctl(PR_SET_SECCOMP, 2, &filter, 0, 0) != 0; i++)
        if (i > 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
            die(status, "privileges", "seccomp");
}

static void confine(const struct config *config, int status) {
    if (!fence_enter())
        die(status, "fence", "setns");
    if (config->filter != NULL)
        filter_calls(config->filter, status);
    become(config, status);
    if (config->no_new_privileges && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        die(status, "privileges", "no_new_privs");
    /* Without a PID namespace nobody else ends the program when shim and init are both killed. */
    if (!own_pids(config))
        prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    umask(022);
}

const char *search_path(const struct list *environment) {
    for (size_t i = 0; i < environment->count; i++)
        if (strncmp(environment->items[i], "PATH=", 5) == 0)
            return environment->items[i] + 5;
    return DEFAULT_PATH;
}

static bool try_exec(const char *dir, size_t length, const struct list *arguments, char **env) {
    char path[PATH_BOUND];
    int written = snprintf(path, sizeof path, "%.*s/%s", (int)length, length ? dir : ".",
                           arguments->items[0]);
    if (written > 0 && written < (int)sizeof path)
        execve(path, arguments->items, env);
    return errno == ENOENT || errno == ENOTDIR || errno == EACCES;
}

/* As a shell does it: a name without a slash is looked up, and a file that may not be executed
 * is only the answer when no other one is found. */
static void find_and_exec(const struct list *arguments, const struct list *environment) {
    static char *nothing[] = {NULL};
    char **env = environment->count > 0 ? environment->items : nothing;
    if (strchr(arguments->items[0], '/') != NULL) {
        execve(arguments->items[0], arguments->items, env);
        int error = errno;
        bool directory = open(arguments->items[0], O_PATH | O_DIRECTORY | O_CLOEXEC) >= 0;
        errno = directory ? EISDIR : error;
        return;
    }
    bool denied = false;
    for (const char *at = search_path(environment); at != NULL && arguments->items[0][0];) {
        size_t length = strcspn(at, ":");
        if (!try_exec(at, length, arguments, env))
            return;
        denied = denied || errno == EACCES;
        at = at[length] ? at + length + 1 : NULL;
    }
    errno = denied ? EACCES : ENOENT;
}

static _Noreturn void launch(int status, const char *cwd, const struct list *arguments,
                             const struct list *environment) {
    if (cwd != NULL && chdir(cwd) != 0)
        die(status, "directory", cwd);
    sys_close_on_exec_from(3);
    turns_usual();
    find_and_exec(arguments, environment);
    die(status, "program", arguments->items[0]);
}

static void stand_on(int status, int in, int out, int err) {
    if (in < 0)
        in = open("/dev/null", O_RDONLY);
    if (in < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0)
        die(status, "streams", "standard streams");
}

/* Else a program of another user could write to them, but not open /dev/stdout. */
static void own_streams(const struct config *config, bool input) {
    for (int fd = input ? 0 : 1; fd < 3; fd++)
        (void)!fchown(fd, config->uid, (gid_t)-1);
}

/* The outer process holds the master's side, so that it can pump and resize. */
static void give_away(int status, int master) {
    struct report report = {.ready = 1};
    struct iovec part = {&report, sizeof report};
    union {
        struct cmsghdr align;
        char data[CMSG_SPACE(sizeof(int))];
    } control = {.data = {0}};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control.data,
                             .msg_controllen = sizeof control.data};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &master, sizeof master);
    if (sendmsg(status, &message, MSG_NOSIGNAL) < 0)
        die(status, "terminal", "/dev/ptmx");
}

static void make_terminal(unsigned short rows, unsigned short columns, int status) {
    int unlocked = 0, slave = -1, master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC);
    struct winsize size = {.ws_row = rows, .ws_col = columns};
    if (master >= 0 && ioctl(master, UNLOCK_PTY, &unlocked) == 0)
        slave = ioctl(master, PEER_OF_PTY, O_RDWR | O_NOCTTY);
    if (slave < 0 || ioctl(slave, CONTROLLING_TTY, 0) != 0)
        die(status, "terminal", "/dev/ptmx");
    if (rows > 0 && columns > 0)
        (void)ioctl(slave, TIOCSWINSZ, &size);
    stand_on(status, slave, slave, slave);
    give_away(status, master);
}

static void say_ready(int status) {
    struct report ready = {.ready = 1};
    if (send(status, &ready, sizeof ready, MSG_NOSIGNAL) < 0)
        _exit(128);
}

_Noreturn void program_run(const struct inner *inner) {
    const struct config *config = inner->config;
    int status = inner->status;
    char go;
    setsid();
    reset_signals();
    if (!config->tty) {
        stand_on(status, -1, inner->out, inner->err);
        own_streams(config, false);
    }
    confine(config, status);
    warm_up(&config->arguments, &config->environment);
    if (config->tty)
        make_terminal(DEFAULT_ROWS, DEFAULT_COLUMNS, status);
    else
        say_ready(status);
    if (recv(status, &go, 1, 0) != 1)
        _exit(128);
    launch(status, config->cwd ? config->cwd : "/", &config->arguments, &config->environment);
}

static char *read_payload(int fd, size_t *size) {
    struct stat facts;
    if (fstat(fd, &facts) != 0 || facts.st_size <= 0)
        return NULL;
    *size = (size_t)facts.st_size;
    char *payload = mmap(NULL, *size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
    return payload == MAP_FAILED ? NULL : payload;
}

static bool overridden(const struct list *environment, size_t count, const char *entry) {
    size_t length = strcspn(entry, "=") + 1;
    for (size_t i = 0; i < count; i++)
        if (strncmp(environment->items[i], entry, length) == 0)
            return true;
    return false;
}

/* An exec has the container's environment; its own entries win. */
static void inherit(struct list *environment, const struct list *from) {
    size_t own = environment->count;
    for (size_t i = 0; i < from->count; i++)
        if (!overridden(environment, own, from->items[i]))
            list_add(environment, from->items[i]);
}

_Noreturn void program_exec(const struct config *config, int fds[], int fd_count) {
    struct exec_config exec;
    const char *problem = NULL;
    size_t size = 0;
    int status = fds[1];
    setsid();
    reset_signals();
    char *payload = read_payload(fds[0], &size);
    errno = EINVAL;
    if (payload == NULL || !exec_config_parse(&exec, payload, size, &problem))
        die(status, "request", problem ? problem : "payload");
    if (!exec.tty) {
        if (fd_count < (exec.input ? 5 : 4))
            die(status, "request", "descriptors");
        stand_on(status, exec.input ? fds[4] : -1, fds[2], fds[3]);
        own_streams(config, exec.input);
    }
    confine(config, status);
    if (exec.tty)
        make_terminal(exec.rows, exec.columns, status);
    inherit(&exec.environment, &config->environment);
    launch(status, exec.cwd ? exec.cwd : config->cwd ? config->cwd : "/", &exec.arguments,
           &exec.environment);
}
