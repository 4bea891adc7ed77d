/* The kernel's table of the mounts that this process can see. */
#ifndef BOOKEND_MOUNTINFO_H
#define BOOKEND_MOUNTINFO_H

#include <stdbool.h>
#include <stdio.h>

/* One line: which file system (device), which directory of it (root) is shown where (at). */
struct mount_line {
    int id;
    char *device, *root, *at, *type, *options;
};

struct mount_table {
    FILE *file;
    char *line;
    size_t room;
};

/* False with errno. */
bool mount_table_open(struct mount_table *table);
/* The line is good until the next call; false at the end. */
bool mount_table_next(struct mount_table *table, struct mount_line *line);
void mount_table_close(struct mount_table *table);

/* Whether path is top, or lies below it. */
bool path_below(const char *path, const char *top);

#endif
