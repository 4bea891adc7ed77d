#define _GNU_SOURCE
#include "shim.h"
#include "sys.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define CHUNK 16384
#define HELD_BACK_AT (64u * 1024)

static void remember(struct exec *exec, const char *data, size_t size) {
    if (exec->tail == NULL)
        exec->tail = malloc(TAIL_BYTES);
    if (exec->tail == NULL)
        return;
    size_t skip = size > TAIL_BYTES ? size - TAIL_BYTES : 0;
    exec->tail_total += skip;
    for (size_t i = skip; i < size; i++)
        exec->tail[exec->tail_total++ % TAIL_BYTES] = data[i];
}

bool exec_wants_reading(const struct exec *exec) {
    return exec->connection == NULL || exec->connection->out_size < HELD_BACK_AT;
}

bool exec_output_ready(struct exec *exec, int *fd) {
    char data[CHUNK];
    ssize_t size = *fd < 0 ? 0 : read(*fd, data, sizeof data);
    if (not_yet(size))
        return false;
    if (size <= 0) {
        close_fd(fd);
        return false;
    }
    exec->left -= exec->reaped ? (int)size : 0;
    remember(exec, data, (size_t)size);
    if (exec->connection != NULL)
        connection_send(exec->connection, fd == &exec->err ? ERRORS : OUTPUT, data, (size_t)size);
    return true;
}

void exec_input_ready(struct exec *exec) {
    if (exec->in < 0 || exec->pending == NULL)
        return;
    ssize_t size = write(exec->in, exec->pending + exec->pending_at,
                         exec->pending_size - exec->pending_at);
    if (not_yet(size))
        return;
    exec->pending_at += size > 0 ? (size_t)size : 0;
    if (size >= 0 && exec->pending_at < exec->pending_size)
        return;
    free(exec->pending);
    exec->pending = NULL;
    if (size < 0 || exec->input_ended)
        close_fd(&exec->in);
}

void exec_input(struct exec *exec, const char *data, size_t size) {
    if (exec == NULL || size == 0 || exec->in < 0)
        return;
    exec->pending = malloc(size);
    if (exec->pending == NULL)
        return;
    memcpy(exec->pending, data, size);
    exec->pending_size = size;
    exec->pending_at = 0;
    exec_input_ready(exec);
}

void exec_input_end(struct exec *exec) {
    if (exec == NULL)
        return;
    exec->input_ended = true;
    if (exec->pending == NULL && !exec->tty)
        close_fd(&exec->in);
}

void exec_resize(struct exec *exec, unsigned short rows, unsigned short columns) {
    struct winsize size = {.ws_row = rows, .ws_col = columns};
    if (exec->tty && exec->out >= 0)
        (void)ioctl(exec->out, TIOCSWINSZ, &size);
}
