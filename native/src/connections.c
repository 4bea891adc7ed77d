#define _GNU_SOURCE
#include "shim.h"
#include "sys.h"
#include "users.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define READ_SIZE 16384
#define OUT_MAX (256u * 1024)

static bool trusted(int fd) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0)
        return false;
    /* Among mapped users there is a root that is nobody outside. */
    return peer.uid == geteuid() || (peer.uid == 0 && !users_mapped());
}

static void close_connection(struct connection *connection) {
    if (connection->exec != NULL)
        exec_detached(connection->exec);
    close_fd(&connection->fd);
    free(connection->in);
    free(connection->out);
    *connection = (struct connection){.fd = -1};
}

static bool idle(const struct connection *one) {
    return one->exec == NULL && !one->watches && one->awaits == NOTHING && one->out_size == 0;
}

bool connection_room(const struct shim *shim) {
    for (int i = 0; i < CONNECTIONS; i++)
        if (shim->connections[i].fd < 0 || idle(&shim->connections[i]))
            return true;
    return false;
}

/* Whoever has been silent longest and waits for nothing makes room for a newcomer. */
static struct connection *vacated(struct shim *shim) {
    struct connection *stalest = NULL;
    for (int i = 0; i < CONNECTIONS; i++) {
        struct connection *one = &shim->connections[i];
        if (one->fd < 0)
            return one;
        if (idle(one) && (stalest == NULL || one->heard < stalest->heard))
            stalest = one;
    }
    if (stalest != NULL)
        close_connection(stalest);
    return stalest;
}

void connection_accept(struct shim *shim) {
    int fd = accept4(shim->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd < 0)
        return;
    struct connection *slot = trusted(fd) ? vacated(shim) : NULL;
    if (slot != NULL)
        *slot = (struct connection){.fd = fd, .heard = monotonic_ms()};
    else
        close(fd);
}

static bool make_room(char **data, size_t *room, size_t needed) {
    if (needed <= *room)
        return true;
    char *grown = realloc(*data, needed);
    if (grown == NULL)
        return false;
    *data = grown;
    *room = needed;
    return true;
}

static void take(char *data, size_t *size, size_t count) {
    *size -= count;
    memmove(data, data + count, *size);
}

/* Memory goes back while a connection is idle, because most are idle all their life. */
static void release_idle(struct connection *connection) {
    if (connection->in_size == 0) {
        free(connection->in);
        connection->in = NULL;
        connection->in_room = 0;
    }
    if (connection->out_size == 0) {
        free(connection->out);
        connection->out = NULL;
        connection->out_room = 0;
    }
}

/* Input for a command that does not read holds its own connection back, and nobody else. */
bool connection_paused(const struct connection *connection) {
    return connection->exec != NULL && connection->exec->pending != NULL;
}

/* The size of the whole first frame; 0 when its head is not there yet. */
static size_t first_frame(struct connection *connection, struct frame_head *head) {
    if (connection->in_size < FRAME_HEADER)
        return 0;
    if (!frame_read_head((uint8_t *)connection->in, head)) {
        connection->dead = true;
        return 0;
    }
    return FRAME_HEADER + (size_t)head->size;
}

static bool well_formed(uint8_t type, const char *payload, size_t size) {
    return type == INPUT || fields_valid(payload, size);
}

static bool handle_one(struct shim *shim, struct connection *connection) {
    struct frame_head head;
    size_t whole = first_frame(connection, &head);
    if (whole == 0 || connection->in_size < whole)
        return false;
    char *payload = connection->in + FRAME_HEADER;
    if (!well_formed(head.type, payload, head.size)) {
        connection->dead = true;
        return false;
    }
    command_run(shim, connection, head.type, payload, head.size);
    take(connection->in, &connection->in_size, whole);
    return !connection->dead;
}

void connection_handle(struct shim *shim, struct connection *connection) {
    while (!connection->dead && !connection_paused(connection) && handle_one(shim, connection))
        continue;
    release_idle(connection);
}

void connection_readable(struct shim *shim, struct connection *connection) {
    struct frame_head head;
    size_t whole = first_frame(connection, &head);
    size_t needed = connection->in_size + READ_SIZE;
    if (needed < whole)
        needed = whole;
    if (connection->dead || !make_room(&connection->in, &connection->in_room, needed)) {
        connection->dead = true;
        return;
    }
    ssize_t size = recv(connection->fd, connection->in + connection->in_size,
                        connection->in_room - connection->in_size, 0);
    if (size <= 0 && !not_yet(size)) {
        connection->dead = true;
        return;
    }
    connection->heard = monotonic_ms();
    connection->in_size += size > 0 ? (size_t)size : 0;
    connection_handle(shim, connection);
}

void connection_writable(struct connection *connection) {
    ssize_t size = send(connection->fd, connection->out, connection->out_size,
                        MSG_NOSIGNAL | MSG_DONTWAIT);
    if (size < 0 && !not_yet(size))
        connection->dead = true;
    if (size > 0)
        take(connection->out, &connection->out_size, (size_t)size);
    release_idle(connection);
}

/* A peer that never reads loses its connection, not the shim its memory. */
void connection_send(struct connection *connection, uint8_t type, const void *data, size_t size) {
    size_t needed = connection->out_size + FRAME_HEADER + size;
    if (connection->dead)
        return;
    if (needed > OUT_MAX || !make_room(&connection->out, &connection->out_room, needed)) {
        connection->dead = true;
        return;
    }
    char *at = connection->out + connection->out_size;
    frame_write_head((uint8_t *)at, type, (uint32_t)size);
    if (size > 0)
        memcpy(at + FRAME_HEADER, data, size);
    connection->out_size = needed;
    connection_writable(connection);
}

void connection_send_message(struct connection *connection, uint8_t type,
                             const struct message *message) {
    connection_send(connection, type, message->data, message->size);
}

void connection_fail(struct connection *connection, const char *step, int error,
                     const char *detail) {
    struct message message;
    message_begin(&message);
    message_failure(&message, step, error, detail);
    connection_send_message(connection, FAILED, &message);
}

/* What waited behind the input of a command that has ended is heard, too. */
void connections_sweep(struct shim *shim) {
    for (int i = 0; i < CONNECTIONS; i++)
        if (shim->connections[i].in_size > 0)
            connection_handle(shim, &shim->connections[i]);
    for (int i = 0; i < CONNECTIONS; i++)
        if (shim->connections[i].fd >= 0 && shim->connections[i].dead)
            close_connection(&shim->connections[i]);
}
