/* Users other than its own that an ordinary user may have: ranges of /etc/subuid and /etc/subgid,
 * in a user namespace that all containers of one spawner live in. */
#ifndef BOOKEND_USERS_H
#define BOOKEND_USERS_H

#include <stdbool.h>

/* Makes the namespace. Each is a command: the path of newuidmap or newgidmap and the numbers that
 * it takes behind a process id. NULL, or the step that failed, with errno. */
const char *users_map(char *users, char *groups);
/* Whether there is one. */
bool users_mapped(void);
/* Moves this process into it, if there is one; false with errno. */
bool users_join(void);

#endif
