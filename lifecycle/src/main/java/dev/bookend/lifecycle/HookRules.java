package dev.bookend.lifecycle;

import java.time.Duration;
import java.util.Set;

/// Kubernetes' own rules for hooks and the stop signal.
final class HookRules {
    private static final Set<String> SIGNALS =
            Set.of(
                    "SIGABRT",
                    "SIGALRM",
                    "SIGBUS",
                    "SIGCHLD",
                    "SIGCLD",
                    "SIGCONT",
                    "SIGFPE",
                    "SIGHUP",
                    "SIGILL",
                    "SIGINT",
                    "SIGIO",
                    "SIGIOT",
                    "SIGKILL",
                    "SIGPIPE",
                    "SIGPOLL",
                    "SIGPROF",
                    "SIGPWR",
                    "SIGQUIT",
                    "SIGSEGV",
                    "SIGSTKFLT",
                    "SIGSTOP",
                    "SIGSYS",
                    "SIGTERM",
                    "SIGTRAP",
                    "SIGTSTP",
                    "SIGTTIN",
                    "SIGTTOU",
                    "SIGURG",
                    "SIGUSR1",
                    "SIGUSR2",
                    "SIGVTALRM",
                    "SIGWINCH",
                    "SIGXCPU",
                    "SIGXFSZ");
    private static final int REAL_TIME_STEPS = 15;
    private final Findings findings;
    private final String path;

    HookRules(Findings findings, String path) {
        this.findings = findings;
        this.path = path;
    }

    void judge(ContainerSpec container, Duration grace) {
        var lifecycle = container.lifecycle();
        var handlers = new HandlerRules(findings, container.ports());
        lifecycle.postStart().ifPresent(it -> handlers.judge(path + ".postStart", it));
        lifecycle.preStop().ifPresent(it -> handlers.judge(path + ".preStop", it));
        lifecycle.postStart().ifPresent(it -> judgeSleep(it, grace));
        lifecycle.stopSignal().ifPresent(this::judgeSignal);
    }

    /// A preStop sleep is judged by the planner, which knows the order of the exits.
    private void judgeSleep(Handler postStart, Duration grace) {
        if (postStart instanceof Handler.Sleep(var length) && length.compareTo(grace) > 0) {
            findings.invalid(
                    path + ".postStart.sleep.seconds",
                    length.toSeconds(),
                    "must be non-negative and less than terminationGracePeriodSeconds (%d)"
                            .formatted(grace.toSeconds()),
                    "shorten the sleep, or raise terminationGracePeriodSeconds");
        }
    }

    private void judgeSignal(String word) {
        if (!SIGNALS.contains(word) && !isRealTime(word)) {
            var hint =
                    SIGNALS.contains("SIG" + word)
                            ? "write SIG" + word
                            : "name a signal such as SIGTERM, SIGINT, SIGQUIT or SIGUSR1";
            findings.invalid(path + ".stopSignal", word, "must be the name of a signal", hint);
        }
    }

    private static boolean isRealTime(String word) {
        return word.equals("SIGRTMIN")
                || word.equals("SIGRTMAX")
                || realTimeStep(word, "SIGRTMIN+", REAL_TIME_STEPS)
                || realTimeStep(word, "SIGRTMAX-", REAL_TIME_STEPS - 1);
    }

    private static boolean realTimeStep(String word, String start, int most) {
        return word.startsWith(start)
                && word.substring(start.length()).matches("[1-9][0-9]?")
                && Integer.parseInt(word.substring(start.length())) <= most;
    }
}
