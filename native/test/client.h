/* A client of the shim's protocol, for tests. Everything has a deadline; failures end the test. */
#ifndef BOOKEND_TEST_CLIENT_H
#define BOOKEND_TEST_CLIENT_H

#include "../src/frames.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct frame_in {
    uint8_t type;
    uint32_t size;
    char data[FRAME_MAX + 1];
};

extern const char *current_case;

#define CHECK(condition, ...)                                                                  \
    do {                                                                                       \
        if (!(condition))                                                                      \
            give_up(__FILE__, __LINE__, #condition, __VA_ARGS__);                              \
    } while (0)

_Noreturn void give_up(const char *file, int line, const char *what, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

bool try_connect(int fd, const char *path);
int connect_to(const char *path);
void send_raw(int fd, const void *data, size_t size);
void send_frame(int fd, uint8_t type, const void *data, size_t size);
void send_message(int fd, uint8_t type, const struct message *message);
/* The same behind a KILL, in one piece: the shim may be gone before a second one comes. */
void send_killed(int fd, uint8_t type, const struct message *message);
/* False at the end of the connection. */
bool receive(int fd, struct frame_in *frame);
/* Skips other frames until one of this type arrives. */
void expect(int fd, uint8_t type, struct frame_in *frame);
const char *field(const struct frame_in *frame, const char *key);
int number(const struct frame_in *frame, const char *key);

/* One container in a directory of its own. */
struct box {
    char dir[64], socket[80], log[80];
    int fd;
    pid_t shim;
};

extern const char *isolation;
void box_open(struct box *box);
/* The same in the directory that dir names already. */
void box_open_in(struct box *box);
void box_message(const struct box *box, struct message *message, const char *script);
void box_prepare(struct box *box, const char *script);
/* Prepares and starts in an open box. */
void box_begin(struct box *box, const char *script);
void box_start(struct box *box, const char *script);
/* Waits for the shim's own end and checks that it was a clean one. */
void box_close(struct box *box);
char *box_read_log(const struct box *box);

/* hostile.c */
void hostile_cases(void);

#endif
