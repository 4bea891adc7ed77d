/* Work on files in places that containers may write: no link leads it astray, because every path
 * is opened from "/" without following one, and the rest is done with descriptors. */
#ifndef BOOKEND_FILES_H
#define BOOKEND_FILES_H

#include <stdbool.h>
#include <stddef.h>

/* Opens a directory by a path that must be free of links. -1 with errno. */
int open_free_of_links(const char *path, int flags);
/* Opens the directory that a path leads to without a link, and gives its last name. */
int open_parent(const char *path, const char **name);

/* Removes a tree, or whatever else has this path, without following a link or leaving its file
 * system; done if there is nothing. It ends, whatever others do there meanwhile. -1 with errno. */
int remove_tree(const char *path);
int remove_at(int parent, const char *name);

/* What was done of a request, and where it failed. */
struct file_work {
    const char *id, *path;
    bool failed;
    int error;
};

/* Carries out the steps of a request one after another, up to the first that fails; none of them
 * if there is an error already. */
struct file_work files_perform(char *payload, size_t size, int error);

#endif
