package dev.bookend.lifecycle.rules;

import dev.bookend.lifecycle.pod.ContainerSpec;
import dev.bookend.lifecycle.pod.Handler;
import dev.bookend.lifecycle.value.Signal;

import java.time.Duration;

/// Kubernetes' own rules for hooks and the stop signal.
final class HookRules {
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
        if (!word.startsWith("SIG") || Signal.ofWord(word).isEmpty()) {
            var hint =
                    Signal.ofWord(word).isPresent()
                            ? "write SIG" + word
                            : "name a signal such as SIGTERM, SIGINT, SIGQUIT or SIGUSR1";
            findings.invalid(path + ".stopSignal", word, "must be the name of a signal", hint);
        }
    }
}
