/* Whoever has fewer rights than the shim, or more commands than there are places. */
#define _GNU_SOURCE
#include "../src/reports.h"
#include "client.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define USERS 24
#define SILENT 200

static struct frame_in frame;

static int exec_in(const struct box *box, const char *id, const char *command) {
    struct message message;
    int fd = connect_to(box->socket);
    message_begin(&message);
    message_field(&message, "id", "%s", id);
    message_field(&message, "arg", "sh");
    message_field(&message, "arg", "-c");
    message_field(&message, "arg", "%s", command);
    send_message(fd, EXEC, &message);
    return fd;
}

static void end(struct box *box) {
    send_frame(box->fd, KILL, NULL, 0);
    expect(box->fd, EXITED, &frame);
    box_close(box);
}

static void users_commands_leave_places_for_hooks(void) {
    struct box box;
    char id[16];
    int fds[USERS];
    box_start(&box, "exec sleep 600");
    for (int i = 0; i < USERS; i++) {
        snprintf(id, sizeof id, "api-%d", i);
        fds[i] = exec_in(&box, id, "exec sleep 600");
        expect(fds[i], EXEC_STARTED, &frame);
    }
    int refused = exec_in(&box, "api-more", "true");
    expect(refused, FAILED, &frame);
    CHECK(number(&frame, "errno") == EBUSY, "errno %s", field(&frame, "errno"));
    int hook = exec_in(&box, "prestop-1", "exit 7");
    expect(hook, EXEC_EXITED, &frame);
    CHECK(number(&frame, "code") == 7, "code %s", field(&frame, "code"));
    end(&box);
    for (int i = 0; i < USERS; i++)
        close(fds[i]);
    close(refused);
    close(hook);
}

static void the_silent_make_room(void) {
    struct box box;
    int fds[SILENT];
    box_start(&box, "exec sleep 600");
    for (int i = 0; i < SILENT; i++)
        fds[i] = connect_to(box.socket);
    int hook = exec_in(&box, "liveness-1", "exit 0");
    expect(hook, EXEC_EXITED, &frame);
    /* Who watches is never the one to go. */
    end(&box);
    for (int i = 0; i < SILENT; i++)
        close(fds[i]);
    close(hook);
}

static void send_with(int channel, const void *data, size_t size, const int fds[2]) {
    struct iovec part = {(void *)data, size};
    union {
        struct cmsghdr align;
        char data[CMSG_SPACE(2 * sizeof(int))];
    } space = {.data = {0}};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = space.data,
                             .msg_controllen = sizeof space.data};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(2 * sizeof(int));
    memcpy(CMSG_DATA(header), fds, 2 * sizeof(int));
    CHECK(sendmsg(channel, &message, 0) == (ssize_t)size, "errno %d", errno);
}

static int lowest_unused(void) {
    int fd = dup(0);
    close(fd);
    return fd;
}

static void forged_reports_are_tamed(void) {
    struct {
        struct report report;
        char behind[16];
    } taken = {.behind = "untouched"};
    struct report forged;
    struct passed passed;
    int pair[2], pipes[2];
    CHECK(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair) == 0 && pipe(pipes) == 0, "channels");
    memset(&forged, 'x', sizeof forged);
    forged.step[3] = '\n';
    int next = lowest_unused();
    send_with(pair[1], &forged, sizeof forged, pipes);
    CHECK(report_receive(pair[0], &taken.report, &passed) == sizeof forged, "a whole report");
    CHECK(strlen(taken.report.step) == sizeof forged.step - 1, "%s", taken.report.step);
    CHECK(strlen(taken.report.detail) == sizeof forged.detail - 1, "%s", taken.report.detail);
    CHECK(taken.report.step[3] == '?', "%s", taken.report.step);
    CHECK(passed.terminal == -1 && lowest_unused() == next, "no terminal, and nothing is kept");
    send(pair[1], &forged, 10, 0);
    send(pair[1], "", 0, 0);
    for (int i = 0; i < 2; i++)
        CHECK(report_receive(pair[0], &taken.report, &passed) == -1 && errno == EAGAIN,
              "a part of a report, or an empty one, is none and no end");
    close(pair[1]);
    CHECK(report_receive(pair[0], &taken.report, &passed) == 0, "the end");
    CHECK(strcmp(taken.behind, "untouched") == 0, "%s", taken.behind);
    close(pair[0]);
    close(pipes[0]);
    close(pipes[1]);
}

/* Until it is the container's own program, no process of the same user may look into it. */
static void prepared_process_is_closed_to_its_user(void) {
    struct box box;
    struct stat facts;
    char path[32];
    box_prepare(&box, "true");
    send_frame(box.fd, STATUS, NULL, 0);
    expect(box.fd, STATE, &frame);
    snprintf(path, sizeof path, "/proc/%d/fd", number(&frame, "pid"));
    CHECK(stat(path, &facts) == 0 && facts.st_uid == 0, "%s is of user %u", path, facts.st_uid);
    send_frame(box.fd, DISCARD, NULL, 0);
    expect(box.fd, DONE, &frame);
    box_close(&box);
}

void hostile_cases(void) {
    current_case = "users_commands_leave_places_for_hooks";
    users_commands_leave_places_for_hooks();
    current_case = "the_silent_make_room";
    the_silent_make_room();
    current_case = "forged_reports_are_tamed";
    forged_reports_are_tamed();
    current_case = "prepared_process_is_closed_to_its_user";
    prepared_process_is_closed_to_its_user();
}
