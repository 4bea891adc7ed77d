/* The wire format: an eight byte header and a payload. A payload is either raw stream bytes or
 * fields, "key=value" strings that each end with a NUL byte. */
#ifndef BOOKEND_FRAMES_H
#define BOOKEND_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PROTOCOL 1
#define FRAME_HEADER 8
#define FRAME_MAX (1u << 20)

enum frame {
    PREPARE = 1,
    START,
    SIGNAL,
    KILL,
    STATUS,
    WATCH,
    EXEC,
    INPUT,
    INPUT_END,
    RESIZE,
    CANCEL,
    DISCARD,
    SPAWN = 32,
    REMOVE,
    PROBE,
    HOLD,
    MAP,
    /* 37 gave a file to a group. */
    FILES = 38,
    DONE = 64,
    FAILED,
    STATE,
    STARTED,
    EXITED,
    LOGGED,
    EXEC_STARTED,
    OUTPUT,
    ERRORS,
    EXEC_TAIL,
    EXEC_EXITED,
};

struct frame_head {
    uint8_t type;
    uint32_t size;
};

/* False when the header is not one of this protocol and version, or announces too much. */
bool frame_read_head(const uint8_t head[FRAME_HEADER], struct frame_head *out);
void frame_write_head(uint8_t head[FRAME_HEADER], uint8_t type, uint32_t size);

/* Walks over a payload of fields, cutting it into C strings in place. */
struct fields {
    char *at, *end;
};

/* False when the payload is not a sequence of NUL-terminated "key=value" strings. */
bool fields_valid(const char *payload, size_t size);
struct fields fields_of(char *payload, size_t size);
/* Yields the key and the value of the next field; false at the end. */
bool fields_next(struct fields *fields, char **key, char **value);

/* A payload of fields being written; what does not fit is left out and marked. */
struct message {
    size_t size;
    bool overflowed;
    char data[8192];
};

void message_begin(struct message *message);
void message_field(struct message *message, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void message_failure(struct message *message, const char *step, int error, const char *detail);

/* A number in base ten; false when the text is anything else or out of range. */
bool parse_number(const char *text, int64_t low, int64_t high, int64_t *out);

#endif
