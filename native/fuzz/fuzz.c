/* Talks nonsense to the shim: frames and fields that are almost right, in any order, on several
 * connections. The shim must stay alive, answer a good client afterwards, and end cleanly; the
 * sanitizers watch it. Arguments: seconds, seed, then the shim's command.
 *
 * A field may name any path, so as root the fuzzer and all shims become nobody first. */
#define _GNU_SOURCE
#include "../test/client.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NOBODY 65534
#define FRAMES_A_LIFE 60
#define TALKERS 3

char **shim_command;
static struct frame_in frame;
static uint64_t dice;

static uint32_t roll(uint32_t sides) {
    dice ^= dice << 13;
    dice ^= dice >> 7;
    dice ^= dice << 17;
    return (uint32_t)(dice >> 16) % sides;
}

static const char *const keys[] = {"pod", "container", "attempt", "isolation", "hostname", "env",
                                   "arg", "id", "signal", "number", "deadline-ms", "input", "tty",
                                   "rows", "columns", "cwd", "uid", "gid", "group", "source",
                                   "target", "mount", "hide", "shm", "sub", "capabilities",
                                   "masked-proc", "readonly-root", "log", "dir"};
static const char *const values[] = {"", "0", "1", "-1", "99999999999999999999", "9", "15", "none",
                                     "full", "a=b", "true", "sh", "x\ny", "..", "%s%n",
                                     "2147483648"};

static const char *one_of(const char *const *list, size_t count) {
    return list[roll((uint32_t)count)];
}

static void add_nonsense(struct message *message) {
    for (uint32_t left = roll(6); left > 0; left--)
        message_field(message, one_of(keys, sizeof keys / sizeof *keys), "%s",
                      one_of(values, sizeof values / sizeof *values));
}

static void flip_bytes(struct message *message) {
    for (uint32_t left = roll(4); left > 0 && message->size > 0; left--)
        message->data[roll((uint32_t)message->size)] = (char)roll(256);
    if (roll(4) == 0 && message->size > 0)
        message->size = roll((uint32_t)message->size);
}

static void exec_message(struct message *message) {
    message_begin(message);
    message_field(message, "id", "fuzz-%u", roll(20));
    message_field(message, "arg", "true");
}

/* Mostly a frame that the shim knows, with fields that it may or may not take. */
static void talk(const struct box *box, int fd) {
    static const uint8_t types[] = {PREPARE, START, SIGNAL, STATUS, WATCH, EXEC, INPUT,
                                    INPUT_END, RESIZE, CANCEL, STATUS, EXEC, DISCARD, KILL};
    struct message message;
    uint8_t type = roll(12) == 0 ? (uint8_t)roll(256) : types[roll(sizeof types)];
    switch (roll(3)) {
    case 0:
        box_message(box, &message, "sleep 0.01");
        break;
    case 1:
        exec_message(&message);
        break;
    default:
        message_begin(&message);
    }
    add_nonsense(&message);
    if (roll(2) == 0)
        flip_bytes(&message);
    send_message(fd, type, &message);
}

static void talk_raw(int fd) {
    char bytes[64];
    uint32_t size = roll(sizeof bytes) + 1;
    for (uint32_t i = 0; i < size; i++)
        bytes[i] = (char)roll(256);
    send_raw(fd, bytes, size);
}

static void drain(int fd) {
    char bytes[4096];
    while (recv(fd, bytes, sizeof bytes, MSG_DONTWAIT) > 0)
        ;
}

static int try_connection(const struct box *box) {
    int fd = connect_to(box->socket);
    int flags = fcntl(fd, F_GETFL);
    fcntl(fd, F_SETFL, flags | O_NONBLOCK);
    return fd;
}

/* What was said may have ended the container, and with it the shim. */
static bool is_alive(const struct box *box) {
    int status = 0;
    pid_t ended = waitpid(box->shim, &status, WNOHANG);
    CHECK(ended == 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 0), "status %x", status);
    return ended == 0;
}

static void await_end(const struct box *box) {
    for (int tries = 0; tries < 6000; tries++) {
        if (!is_alive(box))
            return;
        poll(NULL, 0, 10);
    }
    give_up(__FILE__, __LINE__, "await_end", "the shim of %s does not end", box->dir);
}

/* A shim that lives answers; one that is about to end may be gone at any moment. */
static bool connect_while_alive(const struct box *box, int fd) {
    for (int tries = 0; tries < 6000 && is_alive(box); tries++) {
        if (try_connect(fd, box->socket))
            return true;
        poll(NULL, 0, 10);
    }
    CHECK(!is_alive(box), "the shim of %s lives and does not answer", box->dir);
    return false;
}

/* A good client still gets an answer, and ends the shim. */
static void end(struct box *box) {
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect_while_alive(box, fd)) {
        send_frame(fd, STATUS, NULL, 0);
        if (receive(fd, &frame)) {
            CHECK(frame.type == STATE, "answer %d", frame.type);
            bool begun = strcmp(field(&frame, "state"), "running") == 0 ||
                         strcmp(field(&frame, "state"), "starting") == 0;
            send_frame(fd, begun ? KILL : DISCARD, NULL, 0);
        }
    }
    close(fd);
    close(box->fd);
    await_end(box);
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", box->dir);
    CHECK(system(command) == 0, "%s", command);
}

static void live(void) {
    struct box box;
    int talkers[TALKERS];
    box_open(&box);
    for (int i = 0; i < TALKERS; i++)
        talkers[i] = try_connection(&box);
    for (int left = FRAMES_A_LIFE; left > 0 && is_alive(&box); left--) {
        int *fd = &talkers[roll(TALKERS)];
        if (roll(15) == 0) {
            talk_raw(*fd);
            close(*fd);
            if (access(box.socket, F_OK) != 0)
                break;
            *fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        } else {
            talk(&box, *fd);
        }
        drain(*fd);
    }
    for (int i = 0; i < TALKERS; i++)
        close(talkers[i]);
    end(&box);
}

static void become_nobody(void) {
    if (geteuid() == 0)
        CHECK(setgid(NOBODY) == 0 && setuid(NOBODY) == 0, "cannot become nobody");
}

int main(int count, char **arguments) {
    if (count < 4)
        return fputs("usage: fuzz SECONDS SEED SHIM-COMMAND...\n", stderr), 2;
    time_t last = time(NULL) + atoi(arguments[1]);
    uint64_t seed = strtoull(arguments[2], NULL, 10);
    shim_command = arguments + 3;
    become_nobody();
    CHECK(chdir("/tmp") == 0, "chdir");
    char name[32];
    current_case = name;
    unsigned lives = 0;
    for (; time(NULL) < last || lives == 0; lives++) {
        dice = (seed + lives) * 0x9e3779b97f4a7c15u + 1;
        snprintf(name, sizeof name, "seed %llu", (unsigned long long)(seed + lives));
        live();
    }
    printf("%u shims were talked nonsense to, from seed %s\n", lives, arguments[2]);
    return 0;
}
