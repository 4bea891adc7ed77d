/* The small process that an agent starts once, because forking a large one is slow. */
#ifndef BOOKEND_SPAWNER_H
#define BOOKEND_SPAWNER_H

/* Serves requests on standard input until it ends; shims live on. */
int spawner_run(void);

/* Binds and listens; a socket that nobody listens on is replaced. -1 with errno. */
int listen_at(const char *path);

#endif
