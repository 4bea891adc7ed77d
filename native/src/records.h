/* The start and exit records of one attempt: a file of two text blocks of fixed size, written in
 * full before the container starts, so that a full disk cannot lose an exit code. */
#ifndef BOOKEND_RECORDS_H
#define BOOKEND_RECORDS_H

#include "config.h"

#include <stdint.h>

#define RECORD_BLOCK 512

struct exit_facts {
    int code, signal, error;
    int64_t at;
    const char *step, *cause;
    uint64_t lost_bytes;
    bool out_of_memory;
};

/* Creates the record file in the directory dir; gives the descriptor or -1 with errno. */
int record_create(int dir, const struct config *config);
/* state is "prepared", "starting" or "started". */
int record_start(int fd, const struct config *config, const char *state, pid_t pid, int64_t at);
int record_exit(int fd, const struct exit_facts *facts);
const char *boot_id(void);

#endif
