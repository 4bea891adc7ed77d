#include "frames.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool frame_read_head(const uint8_t head[FRAME_HEADER], struct frame_head *out) {
    if (head[0] != 'B' || head[1] != 'K' || head[2] != PROTOCOL)
        return false;
    out->type = head[3];
    out->size = (uint32_t)head[4] << 24 | (uint32_t)head[5] << 16 | (uint32_t)head[6] << 8 |
                (uint32_t)head[7];
    return out->size <= FRAME_MAX;
}

void frame_write_head(uint8_t head[FRAME_HEADER], uint8_t type, uint32_t size) {
    head[0] = 'B';
    head[1] = 'K';
    head[2] = PROTOCOL;
    head[3] = type;
    for (int i = 0; i < 4; i++)
        head[4 + i] = (uint8_t)(size >> (24 - 8 * i));
}

bool fields_valid(const char *payload, size_t size) {
    const char *at = payload, *end = payload + size;
    while (at < end) {
        const char *stop = memchr(at, 0, (size_t)(end - at));
        if (stop == NULL)
            return false;
        const char *equals = memchr(at, '=', (size_t)(stop - at));
        if (equals == NULL || equals == at)
            return false;
        at = stop + 1;
    }
    return true;
}

struct fields fields_of(char *payload, size_t size) {
    return (struct fields){payload, payload + size};
}

bool fields_next(struct fields *fields, char **key, char **value) {
    if (fields->at >= fields->end)
        return false;
    char *field = fields->at;
    fields->at += strlen(field) + 1;
    char *equals = strchr(field, '=');
    *equals = 0;
    *key = field;
    *value = equals + 1;
    return true;
}

void message_begin(struct message *message) {
    message->size = 0;
    message->overflowed = false;
}

void message_field(struct message *message, const char *key, const char *format, ...) {
    size_t room = sizeof message->data - message->size;
    int head = snprintf(message->data + message->size, room, "%s=", key);
    if (head < 0 || (size_t)head >= room) {
        message->overflowed = true;
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    int body = vsnprintf(message->data + message->size + head, room - (size_t)head, format,
                         arguments);
    va_end(arguments);
    if (body < 0 || (size_t)(head + body) >= room)
        message->overflowed = true;
    else
        message->size += (size_t)(head + body) + 1;
}

void message_failure(struct message *message, const char *step, int error, const char *detail) {
    message_field(message, "step", "%s", step);
    message_field(message, "errno", "%d", error);
    message_field(message, "error", "%s", strerror(error));
    message_field(message, "detail", "%s", detail);
}

bool parse_number(const char *text, int64_t low, int64_t high, int64_t *out) {
    char *end;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    if (errno != 0 || end == text || *end != 0 || number < low || number > high)
        return false;
    *out = number;
    return true;
}
