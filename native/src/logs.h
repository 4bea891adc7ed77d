/* Turns what a container prints into lines of the CRI log format. */
#ifndef BOOKEND_LOGS_H
#define BOOKEND_LOGS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define LINE_MAX_BYTES (16 * 1024)
/* A full file becomes PATH.1, that one PATH.2, and so on; the oldest goes away. */
#define LOG_FILES 5
#define LOG_FILE_BYTES (10 * 1024 * 1024)

struct log_stream {
    const char *name;
    int fd;
    /* Whether the last entry was a part of a line that goes on. */
    bool open;
    size_t held;
    char line[LINE_MAX_BYTES];
};

struct log {
    int fd;
    const char *path;
    /* Bytes in the present file, and in all files so far. */
    off_t size, written;
    uint64_t lost_bytes, lost_unsaid;
    /* Lines that go to the file with one write, and how many bytes of them are the container's. */
    size_t batched, batched_text;
    char batch[2 * LINE_MAX_BYTES];
    struct log_stream streams[2];
};

/* Opens the file (appending) for the two pipes; -1 with errno. The path must stay where it is. */
int log_open(struct log *log, const char *path, int out, int err);
/* Reads once what the stream has, writes whole lines; false at the end of the stream. */
bool log_pump(struct log *log, struct log_stream *stream);
/* Takes what is left in the pipes without waiting, and ends open lines. */
void log_finish(struct log *log);

#endif
