#define _GNU_SOURCE
#include "holder.h"

#include "rootfs.h"
#include "sys.h"

#include <sched.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#define NAMESPACES 2
#define PATIENCE_SECONDS 5

static void stand_on_nothing(void) {
    int null = open("/dev/null", O_RDWR);
    for (int fd = 0; fd < 3; fd++)
        dup2(null, fd);
    if (null > 2)
        close(null);
}

static bool is_trusted(int fd, const struct config *own) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
           (peer.uid == own->own_uid || (peer.uid == 0 && !own->mapped));
}

static void set_patience(int fd) {
    struct timeval limit = {.tv_sec = PATIENCE_SECONDS};
    (void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
}

union fds_space {
    struct cmsghdr align;
    char data[CMSG_SPACE(NAMESPACES * sizeof(int))];
};

static void hand_out(int to) {
    int fds[NAMESPACES] = {open("/proc/self/ns/user", O_RDONLY | O_CLOEXEC),
                           open("/proc/self/ns/pid", O_RDONLY | O_CLOEXEC)};
    union fds_space space = {.data = {0}};
    struct iovec part = {"n", 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = space.data,
                             .msg_controllen = sizeof space.data};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof fds);
    memcpy(CMSG_DATA(header), fds, sizeof fds);
    (void)sendmsg(to, &message, MSG_NOSIGNAL);
    close_fd(&fds[0]);
    close_fd(&fds[1]);
}

_Noreturn void holder_run(int listener) {
    struct config own = {.payload = NULL};
    config_own(&own);
    setsid();
    stand_on_nothing();
    title_set("bookend-pod");
    if (own.rootless && !own.mapped && !userns_map(&own))
        _exit(1);
    for (;;) {
        char wish = 0;
        int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
        if (fd < 0 && errno != EINTR && errno != ECONNABORTED)
            sleep(1);
        if (fd >= 0 && is_trusted(fd, &own)) {
            set_patience(fd);
            if (recv(fd, &wish, 1, 0) == 1 && wish == 'j')
                hand_out(fd);
        }
        close_fd(&fd);
        if (wish == 'q')
            _exit(0);
    }
}

static bool receive(int from, int fds[NAMESPACES]) {
    char byte;
    union fds_space space;
    struct iovec part = {&byte, 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = space.data,
                             .msg_controllen = sizeof space.data};
    if (recvmsg(from, &message, MSG_CMSG_CLOEXEC) != 1)
        return false;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    errno = EPROTO;
    if (header == NULL || header->cmsg_len != CMSG_LEN(NAMESPACES * sizeof(int)))
        return false;
    memcpy(fds, CMSG_DATA(header), NAMESPACES * sizeof(int));
    return true;
}

bool holder_join(const char *path, bool rootless) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fds[NAMESPACES] = {-1, -1};
    if (strlen(path) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return false;
    }
    strcpy(address.sun_path, path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool joined = false;
    if (fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) == 0) {
        set_patience(fd);
        joined = send(fd, "j", 1, MSG_NOSIGNAL) == 1 && receive(fd, fds) &&
                 (!rootless || setns(fds[0], CLONE_NEWUSER) == 0) &&
                 setns(fds[1], CLONE_NEWPID) == 0;
    }
    int error = errno;
    close_fd(&fds[0]);
    close_fd(&fds[1]);
    close_fd(&fd);
    errno = error;
    return joined;
}
