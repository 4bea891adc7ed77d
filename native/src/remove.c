#define _GNU_SOURCE
#include "spawner.h"
#include "sys.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_dot(const char *name) {
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* Unlinks the files of an open directory; gives the name of one directory that is left. What is
 * gone already is fine, because two may remove the same tree. */
static int clear_files(int fd, char *left, size_t room) {
    DIR *dir = fdopendir(dup(fd));
    struct dirent *entry;
    int error = 0;
    left[0] = 0;
    if (dir == NULL)
        return -1;
    rewinddir(dir);
    while ((entry = readdir(dir)) != NULL) {
        if (is_dot(entry->d_name) || unlinkat(fd, entry->d_name, 0) == 0)
            continue;
        if (errno != EISDIR && errno != EPERM)
            error = errno == ENOENT ? error : errno;
        else if (unlinkat(fd, entry->d_name, AT_REMOVEDIR) != 0 && errno != ENOENT &&
                 strlen(entry->d_name) < room)
            strcpy(left, entry->d_name);
    }
    closedir(dir);
    errno = error;
    return error == 0 ? 0 : -1;
}

/* An ordinary user may have made a directory that it cannot enter, and so does overlayfs. */
static int open_directory(int at, const char *name) {
    if (geteuid() != 0) {
        int fd = openat(at, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (fd >= 0)
            (void)chmod(fd_path(fd).text, 0700);
        close_fd(&fd);
    }
    return openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* Down into the last directory found, up by "..": no depth is too deep for the descriptors.
 * Nobody moves directories meanwhile, because the container has ended. */
static int clear_below(int top) {
    char name[256];
    int depth = 0, at = dup(top);
    struct stat here, left = {.st_ino = 0};
    while (at >= 0) {
        if (clear_files(at, name, sizeof name) != 0)
            break;
        if (name[0] == 0 && depth == 0) {
            close(at);
            return 0;
        }
        int next = open_directory(at, name[0] ? name : "..");
        if (next < 0 && name[0] && errno == ENOENT)
            continue;
        if (next >= 0 && name[0] && fstat(next, &here) == 0 && here.st_ino == left.st_ino) {
            /* It was cleared just now, and still cannot be removed. */
            close(next);
            errno = EBUSY;
            break;
        }
        if (!name[0])
            (void)fstat(at, &left);
        depth += name[0] ? 1 : -1;
        close(at);
        at = next;
    }
    int error = errno;
    close_fd(&at);
    errno = error;
    return -1;
}

int remove_tree(const char *path) {
    int top = open_directory(AT_FDCWD, path);
    if (top < 0)
        return errno == ENOENT ? 0 : -1;
    int done = clear_below(top);
    close_fd(&top);
    if (done != 0)
        return -1;
    return rmdir(path) == 0 || errno == ENOENT ? 0 : -1;
}
