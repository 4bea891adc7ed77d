#define _GNU_SOURCE
#include "records.h"

#include "sys.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define CHECK_LENGTH 15
#define BODY_LENGTH (RECORD_BLOCK - CHECK_LENGTH)

static uint32_t crc32(const char *data, size_t size) {
    uint32_t crc = 0xffffffffu;
    for (size_t i = 0; i < size; i++) {
        crc ^= (uint8_t)data[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
}

/* One write of one block, so that a reader sees the old or the new one; the check tells a torn
 * one. */
static int put_block(int fd, int block, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static int put_block(int fd, int block, const char *format, ...) {
    char text[RECORD_BLOCK + 1];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, BODY_LENGTH, format, arguments);
    va_end(arguments);
    if (length < 0 || length >= BODY_LENGTH) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memset(text + length, '\n', (size_t)(BODY_LENGTH - length));
    snprintf(text + BODY_LENGTH, CHECK_LENGTH + 1, "crc32=%08" PRIx32 "\n",
             crc32(text, BODY_LENGTH));
    ssize_t written = pwrite(fd, text, RECORD_BLOCK, (off_t)block * RECORD_BLOCK);
    return written == RECORD_BLOCK ? 0 : -1;
}

const char *boot_id(void) {
    static char id[40];
    if (id[0])
        return id;
    int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    ssize_t size = fd < 0 ? -1 : read(fd, id, 36);
    close_fd(&fd);
    if (size != 36)
        strcpy(id, "unknown");
    return id;
}

int record_create(int dir, const struct config *config) {
    int fd = openat(dir, "record", O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return -1;
    posix_fallocate(fd, 0, 2 * RECORD_BLOCK);
    if (record_start(fd, config, "prepared", 0, 0) == 0 &&
        put_block(fd, 1, "bookend-exit 1\nstate=none\n") == 0)
        return fd;
    close_fd(&fd);
    return -1;
}

int record_start(int fd, const struct config *config, const char *state, pid_t pid, int64_t at) {
    return put_block(fd, 0,
                     "bookend-start 1\npod=%s\ncontainer=%s\nattempt=%s\nboot=%s\nstate=%s\n"
                     "isolation=%s\nshim=%d\npid=%d\nat=%" PRId64 "\n",
                     config->pod, config->container, config->attempt, boot_id(), state,
                     config->isolated ? "full" : "none", getpid(), pid, at);
}

int record_exit(int fd, const struct exit_facts *facts) {
    return put_block(fd, 1,
                     "bookend-exit 1\nstate=ended\ncause=%s\ncode=%d\nsignal=%d\nat=%" PRId64 "\n"
                     "step=%s\nerrno=%d\nlost-bytes=%" PRIu64 "\nout-of-memory=%d\n",
                     facts->cause, facts->code, facts->signal, facts->at, facts->step,
                     facts->error, facts->lost_bytes, facts->out_of_memory);
}
