/* What a container of the benchmark does after its first stamp: it says that it is up, waits for
 * its stop signal, and stamps it. It is small, so that it takes no time from those that start. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

int main(int count, char **words) {
    struct timespec now;
    sigset_t stop;
    int heard;
    if (count < 3)
        return 2;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTERM);
    sigprocmask(SIG_BLOCK, &stop, NULL);
    close(open(words[1], O_WRONLY | O_CREAT, 0644));
    sigwait(&stop, &heard);
    clock_gettime(CLOCK_REALTIME, &now);
    FILE *stamp = fopen(words[2], "w");
    if (stamp == NULL)
        return 1;
    fprintf(stamp, "%lld%09ld\n", (long long)now.tv_sec, now.tv_nsec);
    return fclose(stamp) == 0 ? 0 : 1;
}
