/* Holds a pod's namespaces: waits for its end and buries the processes nobody else waits for. */
#include <signal.h>
#include <sys/wait.h>

int main(void) {
    sigset_t awaited;
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGINT);
    sigaddset(&awaited, SIGTERM);
    sigaddset(&awaited, SIGCHLD);
    sigprocmask(SIG_BLOCK, &awaited, 0);
    for (;;) {
        int received = 0;
        if (sigwait(&awaited, &received) == 0 && received != SIGCHLD) return 0;
        while (waitpid(-1, 0, WNOHANG) > 0) {
        }
    }
}
