#define _GNU_SOURCE
#include "reports.h"

#include "sys.h"

#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

union passed_space {
    struct cmsghdr align;
    char data[CMSG_SPACE(sizeof(struct ucred)) + CMSG_SPACE(sizeof(int))];
};

/* Room for one descriptor has room for a second one, because it is rounded up. */
static void take_descriptors(struct cmsghdr *header, struct passed *passed) {
    size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < count; i++) {
        int fd;
        memcpy(&fd, CMSG_DATA(header) + i * sizeof fd, sizeof fd);
        if (passed->terminal < 0 && isatty(fd))
            passed->terminal = fd;
        else
            close_fd(&fd);
    }
}

static void take_passed(struct msghdr *message, struct passed *passed) {
    struct cmsghdr *header = CMSG_FIRSTHDR(message);
    for (; header != NULL; header = CMSG_NXTHDR(message, header))
        if (header->cmsg_level != SOL_SOCKET) {
            continue;
        } else if (header->cmsg_type == SCM_CREDENTIALS &&
                   header->cmsg_len == CMSG_LEN(sizeof(struct ucred))) {
            struct ucred peer;
            memcpy(&peer, CMSG_DATA(header), sizeof peer);
            passed->sender = peer.pid;
        } else if (header->cmsg_type == SCM_RIGHTS) {
            take_descriptors(header, passed);
        }
}

/* A text goes into lines of a record: it ends within its room and has no lines of its own. */
static void tame(char *text, size_t room) {
    text[room - 1] = 0;
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            *text = '?';
}

/* An empty packet looks like the end of the channel and is none. */
static bool hung_up(int channel) {
    struct pollfd polled = {.fd = channel, .events = 0};
    return poll(&polled, 1, 0) > 0 && (polled.revents & (POLLHUP | POLLERR)) != 0;
}

ssize_t report_receive(int channel, struct report *report, struct passed *passed) {
    struct iovec part = {report, sizeof *report};
    union passed_space space;
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = space.data,
                             .msg_controllen = sizeof space.data};
    *passed = (struct passed){0, -1};
    ssize_t size = recvmsg(channel, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (size >= 0)
        take_passed(&message, passed);
    if (size == sizeof *report && (message.msg_flags & MSG_TRUNC) == 0) {
        tame(report->step, sizeof report->step);
        tame(report->detail, sizeof report->detail);
        return size;
    }
    if (size > 0 || (size == 0 && !hung_up(channel))) {
        close_fd(&passed->terminal);
        errno = EAGAIN;
        return -1;
    }
    return size;
}
