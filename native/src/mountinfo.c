#define _GNU_SOURCE
#include "mountinfo.h"

#include <stdlib.h>
#include <string.h>

bool path_below(const char *path, const char *top) {
    size_t length = strcmp(top, "/") == 0 ? 0 : strlen(top);
    return strncmp(path, top, length) == 0 && (path[length] == '/' || path[length] == 0);
}

/* The kernel writes space, tab, newline and backslash in a path as \ooo. */
static void unescape(char *path) {
    char *to = path;
    for (char *from = path; *from; to++)
        if (from[0] == '\\' && from[1] && from[2] && from[3]) {
            *to = (char)((from[1] - '0') << 6 | (from[2] - '0') << 3 | (from[3] - '0'));
            from += 4;
        } else {
            *to = *from++;
        }
    *to = 0;
}

bool mount_table_open(struct mount_table *table) {
    *table = (struct mount_table){.file = fopen("/proc/self/mountinfo", "re")};
    return table->file != NULL;
}

/* id, parent, device, root, mount point, options, any number of others, "-", type, source,
 * options of the file system. */
static bool split(char *text, struct mount_line *line) {
    char *words[5], *rest = NULL, *word = strtok_r(text, " \n", &rest);
    for (int i = 0; i < 5; i++, word = strtok_r(NULL, " \n", &rest)) {
        if (word == NULL)
            return false;
        words[i] = word;
    }
    while (word != NULL && strcmp(word, "-") != 0)
        word = strtok_r(NULL, " \n", &rest);
    line->type = strtok_r(NULL, " \n", &rest);
    (void)strtok_r(NULL, " \n", &rest);
    line->options = strtok_r(NULL, " \n", &rest);
    line->id = atoi(words[0]);
    line->device = words[2];
    line->root = words[3];
    line->at = words[4];
    unescape(line->root);
    unescape(line->at);
    return word != NULL && line->type != NULL;
}

bool mount_table_next(struct mount_table *table, struct mount_line *line) {
    while (getline(&table->line, &table->room, table->file) > 0)
        if (split(table->line, line))
            return true;
    return false;
}

void mount_table_close(struct mount_table *table) {
    free(table->line);
    if (table->file != NULL)
        fclose(table->file);
    *table = (struct mount_table){.file = NULL};
}
