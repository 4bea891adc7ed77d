#define _GNU_SOURCE
#include "inner.h"
#include "sys.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Long enough for the program headers of a usual program and the name they point to. */
#define HEAD 4096

/* Reads the head of a regular file; other files are left alone, opening one may do something. */
static ssize_t read_head(const char *path, char head[HEAD]) {
    struct stat facts;
    if (stat(path, &facts) != 0 || !S_ISREG(facts.st_mode))
        return -1;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    ssize_t size = fd < 0 ? -1 : read(fd, head, HEAD);
    close_fd(&fd);
    return size;
}

/* The loader that a dynamically linked program names; NULL for any other file. */
static const char *interpreter(const char *head, size_t size) {
    const Elf64_Ehdr *elf = (const void *)head;
    if (size < sizeof *elf || memcmp(elf->e_ident, ELFMAG, SELFMAG) != 0 ||
        elf->e_ident[EI_CLASS] != ELFCLASS64 || elf->e_phentsize != sizeof(Elf64_Phdr) ||
        elf->e_phoff % 8 != 0 || elf->e_phoff > size ||
        elf->e_phnum > (size - elf->e_phoff) / sizeof(Elf64_Phdr))
        return NULL;
    const Elf64_Phdr *parts = (const void *)(head + elf->e_phoff);
    for (int i = 0; i < elf->e_phnum; i++)
        if (parts[i].p_type == PT_INTERP && parts[i].p_offset < size &&
            memchr(head + parts[i].p_offset, 0, size - parts[i].p_offset) != NULL)
            return head + parts[i].p_offset;
    return NULL;
}

static bool warm_file(const char *path) {
    _Alignas(Elf64_Ehdr) char head[HEAD], loader[HEAD];
    ssize_t size = read_head(path, head);
    if (size < 0)
        return false;
    const char *name = interpreter(head, (size_t)size);
    if (name != NULL)
        (void)read_head(name, loader);
    return true;
}

void warm_up(const struct list *arguments, const struct list *environment) {
    char path[PATH_BOUND], cache[HEAD];
    const char *name = arguments->items[0];
    (void)read_head("/etc/ld.so.cache", cache);
    if (name[0] == '/') {
        (void)warm_file(name);
        return;
    }
    for (const char *at = search_path(environment); at != NULL;) {
        size_t length = strcspn(at, ":");
        int written = snprintf(path, sizeof path, "%.*s/%s", (int)length, at, name);
        if (written > 0 && written < (int)sizeof path && warm_file(path))
            return;
        at = at[length] ? at + length + 1 : NULL;
    }
}
