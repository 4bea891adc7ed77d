/* How soon a process gets its turn on a busy processor. */
#ifndef BOOKEND_TURNS_H
#define BOOKEND_TURNS_H

/* Asks for short turns: the process waits less when it wakes, and gets no more of the processor.
 * Kernels before 6.12 do not listen. */
void turns_short(void);
/* The usual turns again, for a container's programs. */
void turns_usual(void);
/* Leaves the processor to others, for what only cleans up. */
void turns_last(void);

#endif
