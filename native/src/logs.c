#define _GNU_SOURCE
#include "logs.h"

#include "sys.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define FINAL_DRAIN_ROUNDS 256

static int open_file(const char *path, int flags) {
    return open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | flags, 0640);
}

int log_open(struct log *log, const char *path, int out, int err) {
    int fd = open_file(path, 0);
    struct stat facts;
    if (fd < 0)
        return -1;
    if (fstat(fd, &facts) != 0 || !S_ISREG(facts.st_mode)) {
        close(fd);
        errno = EINVAL;
        return -1;
    }
    log->fd = fd;
    log->path = path;
    log->size = log->written = facts.st_size;
    log->streams[0].open = log->streams[1].open = false;
    log->lost_bytes = log->lost_unsaid = 0;
    log->batched = log->batched_text = 0;
    log->streams[0].name = "stdout";
    log->streams[1].name = "stderr";
    log->streams[0].fd = out;
    log->streams[1].fd = err;
    log->streams[0].held = log->streams[1].held = 0;
    return 0;
}

static int stamp(char *text, size_t room, const char *stream, char tag) {
    struct timespec now;
    struct tm utc;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    return snprintf(text, room, "%04d-%02d-%02dT%02d:%02d:%02d.%09ldZ %s %c ",
                    utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday, utc.tm_hour, utc.tm_min,
                    utc.tm_sec, now.tv_nsec, stream, tag);
}

/* Lines are in the file whole or not at all: what a full disk cut off is taken back. */
static bool append(struct log *log, const char *text, size_t size) {
    ssize_t written = pwrite(log->fd, text, size, log->size);
    if (written == (ssize_t)size) {
        log->size += written;
        log->written += written;
        return true;
    }
    if (written > 0 && ftruncate(log->fd, log->size) != 0)
        log->size += written;
    return false;
}

static bool say_loss(struct log *log) {
    char text[160];
    int length = stamp(text, sizeof text, "stderr", 'F');
    length += snprintf(text + length, sizeof text - (size_t)length,
                       "[bookend: %" PRIu64 " bytes of output were lost here: disk full]\n",
                       log->lost_unsaid);
    if (!append(log, text, (size_t)length))
        return false;
    log->lost_unsaid = 0;
    return true;
}

/* The new file exists before it takes the old one's place, so that a full disk or table only delays
 * this, and there always is a file at the path. */
static void rotate(struct log *log) {
    char from[PATH_BOUND], to[PATH_BOUND];
    snprintf(from, sizeof from, "%s.new", log->path);
    int fd = open_file(from, O_TRUNC);
    if (fd < 0)
        return;
    for (int i = LOG_FILES - 2; i > 0; i--) {
        snprintf(from, sizeof from, "%s.%d", log->path, i);
        snprintf(to, sizeof to, "%s.%d", log->path, i + 1);
        (void)rename(from, to);
    }
    snprintf(from, sizeof from, "%s.new", log->path);
    snprintf(to, sizeof to, "%s.1", log->path);
    if (link(log->path, to) != 0 || rename(from, log->path) != 0) {
        close_fd(&fd);
        return;
    }
    close_fd(&log->fd);
    log->fd = fd;
    log->size = 0;
}

/* A line that came in parts stays in one file, unless it never ends. */
static bool is_full(const struct log *log) {
    bool whole = !log->streams[0].open && !log->streams[1].open;
    off_t most = whole ? LOG_FILE_BYTES : LOG_FILE_BYTES + LOG_FILE_BYTES / 8;
    return log->size + (off_t)sizeof log->batch > most;
}

static void flush(struct log *log) {
    bool ready = log->lost_unsaid == 0 || say_loss(log);
    if (!ready || !append(log, log->batch, log->batched)) {
        log->lost_bytes += log->batched_text;
        log->lost_unsaid += log->batched_text;
    }
    log->batched = log->batched_text = 0;
    if (is_full(log))
        rotate(log);
}

static void add_text(struct log *log, const char *text, size_t size) {
    memcpy(log->batch + log->batched, text, size);
    log->batched += size;
}

static void put_line(struct log *log, const char *head, const char *text, size_t length) {
    size_t head_length = strlen(head);
    if (log->batched + head_length + length + 1 > sizeof log->batch)
        flush(log);
    add_text(log, head, head_length);
    add_text(log, text, length);
    add_text(log, "\n", 1);
    log->batched_text += length + 1;
}

static void split(struct log *log, struct log_stream *stream) {
    char *at = stream->line, *end = stream->line + stream->held, *stop, head[80];
    int length = stamp(head, sizeof head, stream->name, 'F');
    while (at < end && (stop = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        put_line(log, head, at, (size_t)(stop - at));
        stream->open = false;
        at = stop + 1;
    }
    stream->held = (size_t)(end - at);
    if (stream->held == LINE_MAX_BYTES) {
        head[length - 2] = 'P';
        put_line(log, head, at, stream->held);
        stream->held = 0;
        stream->open = true;
    }
    memmove(stream->line, at, stream->held);
    if (log->batched > 0)
        flush(log);
}

bool log_pump(struct log *log, struct log_stream *stream) {
    ssize_t size = read(stream->fd, stream->line + stream->held, LINE_MAX_BYTES - stream->held);
    if (size < 0)
        return errno == EAGAIN || errno == EINTR;
    if (size == 0)
        return false;
    stream->held += (size_t)size;
    split(log, stream);
    return true;
}

static void finish_stream(struct log *log, struct log_stream *stream) {
    for (int round = 0; stream->fd >= 0 && round < FINAL_DRAIN_ROUNDS; round++) {
        errno = 0;
        if (!log_pump(log, stream) || errno == EAGAIN)
            break;
    }
    if (stream->held > 0) {
        char head[80];
        stamp(head, sizeof head, stream->name, 'F');
        put_line(log, head, stream->line, stream->held);
        flush(log);
    }
    stream->held = 0;
    close_fd(&stream->fd);
}

void log_finish(struct log *log) {
    finish_stream(log, &log->streams[0]);
    finish_stream(log, &log->streams[1]);
}
