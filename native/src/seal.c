#include "sys.h"

#include <elf.h>
#include <sys/mman.h>
#include <unistd.h>

/* The linker puts it where this program begins in memory. */
extern const char __ehdr_start[] __attribute__((visibility("hidden")));

static void seal(uintptr_t from, uintptr_t to) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    from &= ~(page - 1);
    to &= ~(page - 1);
    if (to > from)
        (void)mprotect((void *)from, to - from, PROT_READ);
}

/* A loader would do this; a static program of musl has none. */
void sys_seal(void) {
    const Elf64_Ehdr *head = (const void *)__ehdr_start;
    const Elf64_Phdr *parts = (const void *)(__ehdr_start + head->e_phoff);
    uintptr_t base = head->e_type == ET_DYN ? (uintptr_t)head : 0;
    for (int i = 0; i < head->e_phnum; i++)
        if (parts[i].p_type == PT_GNU_RELRO)
            seal(base + parts[i].p_vaddr, base + parts[i].p_vaddr + parts[i].p_memsz);
}
