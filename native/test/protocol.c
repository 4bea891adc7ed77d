/* Runs the shim for real and talks to it. Arguments: isolation, then the shim's command. */
#define _GNU_SOURCE
#include "client.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

char **shim_command;
static struct frame_in frame;

static void exit_code_and_log(void) {
    struct box box;
    box_start(&box, "echo out $COLOUR; echo err >&2; printf open; exit 7");
    expect(box.fd, EXITED, &frame);
    CHECK(number(&frame, "code") == 7, "code %s", field(&frame, "code"));
    char *log = box_read_log(&box);
    CHECK(strstr(log, "Z stdout F out blue\n") != NULL, "%s", log);
    CHECK(strstr(log, "Z stderr F err\n") != NULL, "%s", log);
    CHECK(strstr(log, "Z stdout F open\n") != NULL, "%s", log);
    box_close(&box);
}

static void long_lines_are_split(void) {
    struct box box;
    box_start(&box, "head -c 20000 /dev/zero | tr '\\0' x; echo");
    expect(box.fd, EXITED, &frame);
    char *log = box_read_log(&box);
    char *first = strstr(log, "stdout P xxx");
    CHECK(first != NULL && strstr(first, "stdout F xxx") != NULL, "%.60s", log);
    CHECK(strspn(first + 9, "x") == 16384, "%zu", strspn(first + 9, "x"));
    box_close(&box);
}

static void failures_name_their_step(void) {
    static const char *const programs[][3] = {{"/no/such/program", "program", "2"},
                                              {"/etc/passwd", "program", "13"},
                                              {"no-such-name", "program", "2"}};
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        struct box box;
        struct message message;
        box_open(&box);
        box_message(&box, &message, "");
        char *arg = memmem(message.data, message.size, "arg=sh", 7);
        message.size = (size_t)(arg - message.data);
        message_field(&message, "arg", "%s", programs[i][0]);
        send_message(box.fd, PREPARE, &message);
        expect(box.fd, STATE, &frame);
        send_frame(box.fd, START, NULL, 0);
        expect(box.fd, FAILED, &frame);
        CHECK(strcmp(field(&frame, "step"), programs[i][1]) == 0, "%s", field(&frame, "step"));
        CHECK(strcmp(field(&frame, "errno"), programs[i][2]) == 0, "%s", field(&frame, "errno"));
        box_close(&box);
    }
}

static void prepare_can_fail(void) {
    struct box box;
    struct message message;
    box_open(&box);
    box_message(&box, &message, "true");
    message_field(&message, "unheard-of", "1");
    send_message(box.fd, PREPARE, &message);
    expect(box.fd, FAILED, &frame);
    CHECK(strcmp(field(&frame, "detail"), "unheard-of") == 0, "%s", field(&frame, "detail"));
    box_message(&box, &message, "true");
    message_field(&message, "log", "/no/such/dir/log");
    send_message(box.fd, PREPARE, &message);
    expect(box.fd, FAILED, &frame);
    CHECK(strcmp(field(&frame, "step"), "log") == 0, "%s", field(&frame, "step"));
    box_close(&box);
}

static void signal_ids_count_once(void) {
    struct box box;
    struct message message;
    box_start(&box, "trap 'echo hit' USR1; trap exit TERM; echo up; while :; do sleep 0.01; done");
    while (strstr(box_read_log(&box), "up") == NULL)
        usleep(1000);
    for (int i = 0; i < 3; i++) {
        message_begin(&message);
        message_field(&message, "id", i == 2 ? "term" : "one");
        message_field(&message, "signal", "%d", i == 2 ? SIGTERM : SIGUSR1);
        send_message(box.fd, SIGNAL, &message);
        expect(box.fd, DONE, &frame);
    }
    expect(box.fd, EXITED, &frame);
    char *first = strstr(box_read_log(&box), "hit");
    CHECK(first != NULL && strstr(first + 1, "hit") == NULL, "%s", box_read_log(&box));
    box_close(&box);
}

static void kill_takes_all(void) {
    struct box box;
    box_start(&box, "trap '' TERM; (setsid sleep 300 &) ; setsid sleep 300 & sleep 300");
    send_frame(box.fd, KILL, NULL, 0);
    expect(box.fd, EXITED, &frame);
    CHECK(number(&frame, "code") == 137, "code %s", field(&frame, "code"));
    box_close(&box);
}

static void end_of_the_program_ends_all(void) {
    struct box box;
    box_start(&box, "(trap '' TERM HUP; setsid sleep 300) & exit 3");
    expect(box.fd, EXITED, &frame);
    CHECK(number(&frame, "code") == 3, "code %s", field(&frame, "code"));
    box_close(&box);
}

static void program_with_a_terminal(void) {
    struct box box;
    struct message message;
    box_open(&box);
    box_message(&box, &message, "test -t 0 && test -t 1 && stty size; exit 4");
    message_field(&message, "tty", "1");
    send_message(box.fd, PREPARE, &message);
    expect(box.fd, STATE, &frame);
    send_frame(box.fd, WATCH, NULL, 0);
    send_frame(box.fd, START, NULL, 0);
    expect(box.fd, EXITED, &frame);
    CHECK(number(&frame, "code") == 4, "code %s", field(&frame, "code"));
    CHECK(strstr(box_read_log(&box), "stdout F 24 80") != NULL, "%s", box_read_log(&box));
    box_close(&box);
}

static void exec_message(struct message *message, const char *id, const char *script) {
    message_begin(message);
    message_field(message, "id", "%s", id);
    message_field(message, "arg", "sh");
    message_field(message, "arg", "-c");
    message_field(message, "arg", "%s", script);
}

static void exec_streams_and_take_over(void) {
    struct box box;
    struct message message;
    box_start(&box, "sleep 300");
    int fd = connect_to(box.socket);
    exec_message(&message, "first", "cat; echo $COLOUR >&2; exit 5");
    message_field(&message, "input", "1");
    send_message(fd, EXEC, &message);
    expect(fd, EXEC_STARTED, &frame);
    send_frame(fd, INPUT, "abc", 3);
    send_frame(fd, INPUT_END, NULL, 0);
    expect(fd, OUTPUT, &frame);
    CHECK(strcmp(frame.data, "abc") == 0, "%s", frame.data);
    expect(fd, EXEC_EXITED, &frame);
    CHECK(number(&frame, "code") == 5, "code %s", field(&frame, "code"));
    send_message(fd, EXEC, &message);
    expect(fd, EXEC_TAIL, &frame);
    CHECK(strstr(frame.data, "abc") && strstr(frame.data, "blue"), "%s", frame.data);
    expect(fd, EXEC_EXITED, &frame);
    exec_message(&message, "missing", "");
    memcpy(memmem(message.data, message.size, "arg=sh", 6), "arg=zz", 6);
    send_message(fd, EXEC, &message);
    expect(fd, FAILED, &frame);
    CHECK(number(&frame, "errno") == 2, "%s", field(&frame, "error"));
    close(fd);
    send_frame(box.fd, KILL, NULL, 0);
    expect(box.fd, EXITED, &frame);
    box_close(&box);
}

static void exec_deadline_and_terminal(void) {
    struct box box;
    struct message message;
    box_start(&box, "sleep 300");
    int fd = connect_to(box.socket);
    exec_message(&message, "slow", "sleep 300");
    message_field(&message, "deadline-ms", "50");
    send_message(fd, EXEC, &message);
    expect(fd, EXEC_EXITED, &frame);
    CHECK(number(&frame, "timed-out") == 1, "%s", field(&frame, "timed-out"));
    exec_message(&message, "tty", "stty size");
    message_field(&message, "tty", "1");
    message_field(&message, "rows", "12");
    message_field(&message, "columns", "34");
    send_message(fd, EXEC, &message);
    expect(fd, OUTPUT, &frame);
    CHECK(strstr(frame.data, "12 34") != NULL, "%s", frame.data);
    expect(fd, EXEC_EXITED, &frame);
    close(fd);
    send_frame(box.fd, KILL, NULL, 0);
    expect(box.fd, EXITED, &frame);
    box_close(&box);
}

/* Input that nobody reads must hold back its own connection only. */
static void unread_input_blocks_nobody(void) {
    struct box box;
    struct message message;
    static char much[200000];
    box_start(&box, "sleep 300");
    int fd = connect_to(box.socket);
    exec_message(&message, "deaf", "sleep 300");
    message_field(&message, "input", "1");
    send_message(fd, EXEC, &message);
    expect(fd, EXEC_STARTED, &frame);
    send_frame(fd, INPUT, much, 150000);
    send_frame(box.fd, STATUS, NULL, 0);
    expect(box.fd, STATE, &frame);
    message_begin(&message);
    message_field(&message, "id", "deaf");
    send_message(box.fd, CANCEL, &message);
    expect(fd, EXEC_EXITED, &frame);
    close(fd);
    send_frame(box.fd, KILL, NULL, 0);
    expect(box.fd, EXITED, &frame);
    box_close(&box);
}

static void send_noise(int fd, unsigned *seed) {
    char noise[600];
    size_t size = (size_t)rand_r(seed) % sizeof noise;
    for (size_t i = 0; i < size; i++)
        noise[i] = (char)rand_r(seed);
    int kind = rand_r(seed) % 3;
    if (kind == 0)
        send_raw(fd, noise, size);
    else if (kind == 1)
        send_frame(fd, (uint8_t)(rand_r(seed) % 80), noise, size);
    else {
        memcpy(noise, "id=x\0arg=y\0signal=0\0", 20);
        send_frame(fd, (uint8_t)(3 + rand_r(seed) % 9), noise, 20 + size / 20);
    }
}

/* A bad frame costs its own connection; DISCARD and KILL are left out because they are obeyed. */
static void noise_costs_only_its_connection(void) {
    struct box box;
    unsigned seed = 4711;
    box_prepare(&box, "sleep 300");
    send_frame(box.fd, START, NULL, 0);
    expect(box.fd, STARTED, &frame);
    for (int i = 0; i < 300; i++) {
        int fd = connect_to(box.socket);
        send_noise(fd, &seed);
        close(fd);
    }
    send_frame(box.fd, STATUS, NULL, 0);
    expect(box.fd, STATE, &frame);
    send_frame(box.fd, KILL, NULL, 0);
    expect(box.fd, EXITED, &frame);
    box_close(&box);
}

static void flood_does_not_stall(void) {
    struct box box;
    box_start(&box, "yes | head -c 3000000; echo done >&2");
    expect(box.fd, EXITED, &frame);
    CHECK(number(&frame, "code") == 0, "code %s", field(&frame, "code"));
    box_close(&box);
}

static bool own_mounts(void) {
    return geteuid() == 0 && unshare(CLONE_NEWNS) == 0 &&
           mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0;
}

/* A state directory that is itself on an overlay cannot hold a layer. */
static void layer_is_in_memory_on_an_overlay(void) {
    struct box box;
    char top[] = "/tmp/bookend-test-XXXXXX", options[160], command[160];
    if (!own_mounts())
        return;
    CHECK(mkdtemp(top) != NULL, "%s", top);
    snprintf(command, sizeof command, "cd %s && mkdir l u w m", top);
    CHECK(system(command) == 0, "%s", command);
    snprintf(options, sizeof options, "lowerdir=%s/l,upperdir=%s/u,workdir=%s/w", top, top, top);
    snprintf(box.dir, sizeof box.dir, "%s/m", top);
    CHECK(mount("none", box.dir, "overlay", 0, options) == 0, "%s", options);
    box_open_in(&box);
    box_begin(&box, "echo word > /tmp/made; cat /tmp/made; rm /tmp/made; exit 6");
    expect(box.fd, EXITED, &frame);
    CHECK(number(&frame, "code") == 6, "code %s", field(&frame, "code"));
    CHECK(strstr(box_read_log(&box), "F word") != NULL, "%s", box_read_log(&box));
    CHECK(umount2(box.dir, MNT_DETACH) == 0, "umount");
    box_close(&box);
    snprintf(command, sizeof command, "rm -rf '%s'", top);
    CHECK(system(command) == 0, "%s", command);
}

/* Only root can make a disk that is full; the mount goes with the test's own namespace. */
static void full_disk_keeps_the_exit_code(void) {
    struct box box;
    char path[96], record[1025] = "";
    if (!own_mounts())
        return;
    strcpy(box.dir, "/tmp/bookend-test-XXXXXX");
    CHECK(mkdtemp(box.dir) != NULL, "%s", box.dir);
    CHECK(mount("none", box.dir, "tmpfs", 0, "size=256k") == 0, "tmpfs");
    box_open_in(&box);
    box_begin(&box, "head -c 900000 /dev/zero | tr '\\0' x | fold -w 99; exit 7");
    expect(box.fd, EXITED, &frame);
    CHECK(number(&frame, "code") == 7, "code %s", field(&frame, "code"));
    CHECK(number(&frame, "lost-bytes") > 0, "lost %s", field(&frame, "lost-bytes"));
    snprintf(path, sizeof path, "%s/record", box.dir);
    FILE *file = fopen(path, "r");
    CHECK(file != NULL && fread(record, 1, 1024, file) == 1024, "%s", path);
    fclose(file);
    CHECK(strstr(record + 512, "\ncode=7\n") != NULL, "%s", record + 512);
    CHECK(umount2(box.dir, MNT_DETACH) == 0, "umount");
    box_close(&box);
}

/* Counts the numbered lines of a log's files, oldest first, and checks that none is missing. */
static int count_lines(const struct box *box, int files, int next) {
    char path[120], line[128];
    for (int i = files - 1; i >= 0; i--) {
        struct stat facts;
        snprintf(path, sizeof path, i == 0 ? "%s" : "%s.%d", box->log, i);
        FILE *file = fopen(path, "r");
        CHECK(file != NULL && fstat(fileno(file), &facts) == 0, "%s", path);
        CHECK(facts.st_size <= 10 << 20, "%s has %ld bytes", path, (long)facts.st_size);
        while (fgets(line, sizeof line, file) != NULL) {
            int found = atoi(strrchr(line, ' '));
            CHECK(found == next, "%s: line %d after %d", path, found, next - 1);
            next++;
        }
        fclose(file);
    }
    return next;
}

static void log_is_rotated_without_losing_a_line(void) {
    struct box box;
    box_start(&box, "seq 1 500000");
    expect(box.fd, EXITED, &frame);
    CHECK(number(&frame, "code") == 0, "code %s", field(&frame, "code"));
    CHECK(count_lines(&box, 3, 1) == 500001, "lines");
    box_close(&box);
}

static void oldest_log_goes_away(void) {
    struct box box;
    char path[96];
    box_start(&box, "for i in 1 2 3 4 5 6 7; do head -c 9500000 /dev/zero | tr '\\0' x |"
                    " fold -w 16000; done");
    expect(box.fd, EXITED, &frame);
    CHECK(number(&frame, "lost-bytes") == 0, "lost %s", field(&frame, "lost-bytes"));
    snprintf(path, sizeof path, "%s.4", box.log);
    CHECK(access(path, F_OK) == 0, "%s", path);
    snprintf(path, sizeof path, "%s.5", box.log);
    CHECK(access(path, F_OK) != 0, "%s", path);
    snprintf(path, sizeof path, "%s.new", box.log);
    CHECK(access(path, F_OK) != 0, "%s", path);
    box_close(&box);
}

static void discarded_before_start(void) {
    struct box box;
    box_prepare(&box, "true");
    send_frame(box.fd, DISCARD, NULL, 0);
    expect(box.fd, DONE, &frame);
    box_close(&box);
}

static void prepare_after_kill_is_refused(void) {
    struct box box;
    struct message message;
    box_open(&box);
    box_message(&box, &message, "true");
    send_killed(box.fd, PREPARE, &message);
    expect(box.fd, FAILED, &frame);
    box_close(&box);
}

#define CASE(name) {#name, name}
static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
    CASE(exit_code_and_log), CASE(long_lines_are_split), CASE(failures_name_their_step),
    CASE(prepare_can_fail), CASE(signal_ids_count_once), CASE(kill_takes_all),
    CASE(end_of_the_program_ends_all), CASE(exec_streams_and_take_over),
    CASE(exec_deadline_and_terminal), CASE(unread_input_blocks_nobody),
    CASE(noise_costs_only_its_connection), CASE(flood_does_not_stall),
    CASE(discarded_before_start), CASE(prepare_after_kill_is_refused),
    CASE(full_disk_keeps_the_exit_code), CASE(layer_is_in_memory_on_an_overlay),
    CASE(program_with_a_terminal), CASE(log_is_rotated_without_losing_a_line),
    CASE(oldest_log_goes_away)};

int main(int count, char **arguments) {
    if (count < 3)
        return fputs("usage: protocol none|full SHIM-COMMAND...\n", stderr), 2;
    isolation = arguments[1];
    shim_command = arguments + 2;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        current_case = cases[i].name;
        cases[i].run();
    }
    hostile_cases();
    printf("%zu cases passed with isolation %s\n", sizeof cases / sizeof *cases, isolation);
    return 0;
}
