#define _GNU_SOURCE
#include "client.h"

#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define DEADLINE_MS 60000

const char *current_case = "";
const char *isolation = "none";

_Noreturn void give_up(const char *file, int line, const char *what, const char *format, ...) {
    va_list arguments;
    fprintf(stderr, "FAILED %s (isolation %s) at %s:%d: %s: ", current_case, isolation, file, line,
            what);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(1);
}

bool try_connect(int fd, const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strcpy(address.sun_path, path);
    return connect(fd, (struct sockaddr *)&address, sizeof address) == 0;
}

int connect_to(const char *path) {
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    for (int tries = 0; tries < DEADLINE_MS / 10; tries++) {
        if (try_connect(fd, path))
            return fd;
        poll(NULL, 0, 10);
    }
    give_up(__FILE__, __LINE__, "connect", "%s", path);
}

void send_raw(int fd, const void *data, size_t size) {
    (void)!send(fd, data, size, MSG_NOSIGNAL);
}

void send_frame(int fd, uint8_t type, const void *data, size_t size) {
    uint8_t head[FRAME_HEADER];
    frame_write_head(head, type, (uint32_t)size);
    send_raw(fd, head, sizeof head);
    if (size > 0)
        send_raw(fd, data, size);
}

void send_message(int fd, uint8_t type, const struct message *message) {
    send_frame(fd, type, message->data, message->size);
}

void send_killed(int fd, uint8_t type, const struct message *message) {
    uint8_t frames[2 * FRAME_HEADER + sizeof message->data];
    frame_write_head(frames, KILL, 0);
    frame_write_head(frames + FRAME_HEADER, type, (uint32_t)message->size);
    memcpy(frames + 2 * FRAME_HEADER, message->data, message->size);
    send_raw(fd, frames, 2 * FRAME_HEADER + message->size);
}

static bool read_all(int fd, char *data, size_t size) {
    while (size > 0) {
        struct pollfd wait = {.fd = fd, .events = POLLIN};
        CHECK(poll(&wait, 1, DEADLINE_MS) > 0, "nothing arrived in time");
        ssize_t got = read(fd, data, size);
        if (got <= 0)
            return false;
        data += got;
        size -= (size_t)got;
    }
    return true;
}

bool receive(int fd, struct frame_in *frame) {
    uint8_t bytes[FRAME_HEADER];
    struct frame_head head;
    if (!read_all(fd, (char *)bytes, sizeof bytes))
        return false;
    CHECK(frame_read_head(bytes, &head), "the shim sent a bad header");
    frame->type = head.type;
    frame->size = head.size;
    frame->data[head.size] = 0;
    return read_all(fd, frame->data, head.size);
}

void expect(int fd, uint8_t type, struct frame_in *frame) {
    do {
        CHECK(receive(fd, frame), "the connection ended before frame %d", type);
        CHECK(type == FAILED || frame->type != FAILED, "step %s: %s %s", field(frame, "step"),
              field(frame, "error"), field(frame, "detail"));
    } while (frame->type != type);
}

const char *field(const struct frame_in *frame, const char *key) {
    size_t length = strlen(key);
    for (const char *at = frame->data; at < frame->data + frame->size; at += strlen(at) + 1)
        if (strncmp(at, key, length) == 0 && at[length] == '=')
            return at + length + 1;
    return "";
}

int number(const struct frame_in *frame, const char *key) {
    return atoi(field(frame, key));
}

/* The shim's command is the test's arguments, so that valgrind can stand before it. */
extern char **shim_command;

static void run_shim(const char *socket_path) {
    char *command[32];
    int count = 0;
    for (char **word = shim_command; *word != NULL && count < 28; word++)
        command[count++] = *word;
    command[count++] = "shim";
    command[count++] = (char *)socket_path;
    command[count] = NULL;
    execvp(command[0], command);
    _exit(127);
}

void box_open(struct box *box) {
    strcpy(box->dir, "/tmp/bookend-test-XXXXXX");
    CHECK(mkdtemp(box->dir) != NULL, "%s", box->dir);
    box_open_in(box);
}

void box_open_in(struct box *box) {
    snprintf(box->socket, sizeof box->socket, "%s/socket", box->dir);
    snprintf(box->log, sizeof box->log, "%s/log", box->dir);
    box->shim = fork();
    if (box->shim == 0)
        run_shim(box->socket);
    box->fd = connect_to(box->socket);
}

void box_message(const struct box *box, struct message *message, const char *script) {
    message_begin(message);
    message_field(message, "pod", "11111111-2222");
    message_field(message, "container", "app");
    message_field(message, "attempt", "1");
    message_field(message, "isolation", "%s", isolation);
    message_field(message, "dir", "%s", box->dir);
    message_field(message, "log", "%s", box->log);
    message_field(message, "hostname", "boxed");
    message_field(message, "env", "COLOUR=blue");
    message_field(message, "arg", "sh");
    message_field(message, "arg", "-c");
    message_field(message, "arg", "%s", script);
}

static void make_ready(struct box *box, const char *script) {
    static struct frame_in frame;
    struct message message;
    box_message(box, &message, script);
    send_message(box->fd, PREPARE, &message);
    expect(box->fd, STATE, &frame);
    send_frame(box->fd, WATCH, NULL, 0);
    expect(box->fd, STATE, &frame);
}

void box_prepare(struct box *box, const char *script) {
    box_open(box);
    make_ready(box, script);
}

void box_begin(struct box *box, const char *script) {
    static struct frame_in frame;
    make_ready(box, script);
    send_frame(box->fd, START, NULL, 0);
    expect(box->fd, STARTED, &frame);
}

void box_start(struct box *box, const char *script) {
    box_open(box);
    box_begin(box, script);
}

void box_close(struct box *box) {
    int status = 0;
    CHECK(waitpid(box->shim, &status, 0) == box->shim, "no shim %d", box->shim);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the shim ended with status %x", status);
    CHECK(access(box->socket, F_OK) != 0, "%s is left", box->socket);
    close(box->fd);
    char command[256];
    snprintf(command, sizeof command, "chmod -R u+rwx '%s'; rm -rf '%s'", box->dir, box->dir);
    CHECK(system(command) == 0, "%s", command);
}

char *box_read_log(const struct box *box) {
    static char text[1 << 16];
    FILE *file = fopen(box->log, "r");
    size_t size = file == NULL ? 0 : fread(text, 1, sizeof text - 1, file);
    text[size] = 0;
    if (file != NULL)
        fclose(file);
    return text;
}
