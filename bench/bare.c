/* A chain without Bookend: each link is vfork and `sh -c date`, begun when the last one ended. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **words) {
    int links = count > 1 ? atoi(words[1]) : 20;
    for (int i = 0; i < links; i++) {
        pid_t child = vfork();
        if (child == 0) {
            execl("/bin/sh", "sh", "-c", "date +%s%N", (char *)NULL);
            _exit(127);
        }
        if (child < 0 || waitpid(child, NULL, 0) != child)
            return 1;
    }
    return 0;
}
