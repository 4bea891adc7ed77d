#define _GNU_SOURCE
#include "spawner.h"

#include "files.h"
#include "frames.h"
#include "holder.h"
#include "inner.h"
#include "shim.h"
#include "sys.h"
#include "turns.h"
#include "users.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define REQUEST_MAX (256 * 1024)
#define BACKLOG 64

struct wish {
    const char *id, *path;
    char *users, *groups;
};

static void reply(const struct wish *wish, uint8_t type, struct message *fields) {
    char frame[FRAME_HEADER + sizeof fields->data];
    message_field(fields, "id", "%s", wish->id);
    frame_write_head((uint8_t *)frame, type, (uint32_t)fields->size);
    memcpy(frame + FRAME_HEADER, fields->data, fields->size);
    (void)write_all(1, frame, FRAME_HEADER + fields->size);
}

static void reply_done(const struct wish *wish) {
    struct message message;
    message_begin(&message);
    reply(wish, DONE, &message);
}

static void reply_failed(const struct wish *wish, const char *step) {
    struct message message;
    int error = errno;
    message_begin(&message);
    message_failure(&message, step, error, wish->path);
    reply(wish, FAILED, &message);
}

static bool somebody_listens(const struct sockaddr_un *address) {
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    int connected = connect(fd, (const struct sockaddr *)address, sizeof *address);
    bool listens = connected == 0 || errno == EAGAIN;
    close_fd(&fd);
    return listens;
}

static int bind_to(int fd, const struct sockaddr_un *address) {
    if (bind(fd, (const struct sockaddr *)address, sizeof *address) == 0)
        return 0;
    if (errno != EADDRINUSE || somebody_listens(address))
        return -1;
    unlink(address->sun_path);
    return bind(fd, (const struct sockaddr *)address, sizeof *address);
}

int listen_at(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(address.sun_path, path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && bind_to(fd, &address) == 0 && listen(fd, BACKLOG) == 0)
        return fd;
    int error = errno;
    close_fd(&fd);
    errno = error;
    return -1;
}

/* The socket listens before the reply, so that the agent's first connect succeeds. */
static void spawn(const struct wish *wish) {
    int listener = listen_at(wish->path);
    if (listener < 0) {
        reply_failed(wish, "socket");
        return;
    }
    pid_t pid = fork();
    if (pid == 0) {
        setsid();
        _exit(shim_run(listener, wish->path));
    }
    close(listener);
    if (pid < 0)
        reply_failed(wish, "fork");
    else
        reply_done(wish);
}

/* A process in the namespace of the mapped users, by way of one that goes at once. */
static pid_t fork_mapped(unsigned long flags) {
    pid_t pid = fork();
    if (pid == 0 && (!users_join() || sys_clone(SIGCHLD | flags) != 0))
        _exit(0);
    return pid;
}

/* The first process of a pod is there before any container asks for it. */
static void hold(const struct wish *wish) {
    int listener = listen_at(wish->path);
    if (listener < 0) {
        reply_failed(wish, "socket");
        return;
    }
    pid_t pid = users_mapped() ? fork_mapped(CLONE_NEWPID)
                : sys_clone(SIGCHLD | CLONE_NEWPID | (geteuid() == 0 ? 0 : CLONE_NEWUSER));
    if (pid == 0)
        holder_run(listener);
    if (pid < 0)
        reply_failed(wish, "namespaces");
    else
        reply_done(wish);
    close(listener);
}

/* Large trees take long, so another process does it and answers itself. */
static void remove_aside(const struct wish *wish) {
    pid_t pid = fork();
    if (pid < 0)
        reply_failed(wish, "fork");
    if (pid != 0)
        return;
    turns_last();
    if (users_join() && remove_tree(wish->path) == 0)
        reply_done(wish);
    else
        reply_failed(wish, "remove");
    _exit(0);
}

/* Only a process among the mapped users can give a file to a group of theirs. */
static void work_on_files(char *payload, size_t size) {
    pid_t pid = fork();
    if (pid > 0)
        return;
    bool able = pid == 0 && users_join();
    struct file_work work = files_perform(payload, size, able ? 0 : errno);
    struct wish wish = {.id = work.id, .path = work.path};
    errno = work.error;
    if (work.failed)
        reply_failed(&wish, "files");
    else
        reply_done(&wish);
    if (pid == 0)
        _exit(0);
}

static void map(const struct wish *wish) {
    const char *failed = users_map(wish->users, wish->groups);
    if (failed == NULL)
        reply_done(wish);
    else
        reply_failed(wish, failed);
}

/* Tries the whole root file system on a directory of the agent's, and says what is missing. */
static void probe_inside(const struct wish *wish, const struct config *config) {
    struct report report = {.ready = 0};
    if (namespaces_enter(config, &report) && rootfs_enter(config, &report)) {
        reply_done(wish);
        return;
    }
    struct message message;
    message_begin(&message);
    message_failure(&message, report.step, report.error, report.detail);
    reply(wish, FAILED, &message);
}

static void probe(const struct wish *wish) {
    struct config config = {.dir = (char *)wish->path, .isolated = true};
    config_own(&config);
    pid_t pid = sys_clone(SIGCHLD | namespaces_of(&config));
    if (pid < 0)
        reply_failed(wish, "namespaces");
    if (pid != 0)
        return;
    probe_inside(wish, &config);
    _exit(0);
}

static void serve(uint8_t type, char *payload, size_t size) {
    char empty[] = "";
    struct wish wish = {"", "", empty, empty};
    struct fields fields = fields_of(payload, size);
    char *key, *value;
    while (fields_next(&fields, &key, &value))
        if (strcmp(key, "id") == 0)
            wish.id = value;
        else if (strcmp(key, "path") == 0)
            wish.path = value;
        else if (strcmp(key, "users") == 0)
            wish.users = value;
        else if (strcmp(key, "groups") == 0)
            wish.groups = value;
    if (type == SPAWN)
        spawn(&wish);
    else if (type == REMOVE)
        remove_aside(&wish);
    else if (type == PROBE)
        probe(&wish);
    else if (type == HOLD)
        hold(&wish);
    else if (type == MAP)
        map(&wish);
    else {
        errno = ENOSYS;
        reply_failed(&wish, "request");
    }
}

static bool read_all(char *data, size_t size) {
    while (size > 0) {
        ssize_t got = read(0, data, size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        data += got;
        size -= (size_t)got;
    }
    return true;
}

/* Signals of the agent's terminal are not meant for shims; dead children leave nothing. */
static void prepare_self(void) {
    setsid();
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    struct sigaction quiet = {.sa_handler = SIG_IGN, .sa_flags = SA_NOCLDWAIT};
    sigaction(SIGCHLD, &quiet, NULL);
    umask(077);
    (void)!chdir("/");
    title_set("bookend-spawner");
    /* Nobody but root with all rights looks into this process, its shims and their inits. A user
     * must stay able to write the maps of its own namespaces, which protect it as well. */
    if (geteuid() == 0)
        prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    sys_close_on_exec_from(3);
}

int spawner_run(void) {
    static char payload[REQUEST_MAX];
    uint8_t bytes[FRAME_HEADER];
    struct frame_head head;
    prepare_self();
    while (read_all((char *)bytes, sizeof bytes)) {
        if (!frame_read_head(bytes, &head) || head.size > sizeof payload)
            return 2;
        if (!read_all(payload, head.size) || !fields_valid(payload, head.size))
            return 2;
        if (head.type == FILES)
            work_on_files(payload, head.size);
        else
            serve(head.type, payload, head.size);
    }
    return 0;
}
