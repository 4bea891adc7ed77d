package dev.bookend.agent.effects;

import dev.bookend.agent.call.HandlerCall;
import dev.bookend.agent.call.Reply;
import dev.bookend.lifecycle.engine.Probing;
import dev.bookend.lifecycle.life.ContainerState.Alive;
import dev.bookend.lifecycle.life.Event.ProbeReported;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.pod.Handler;
import dev.bookend.lifecycle.pod.Probe;
import dev.bookend.lifecycle.pod.ProbeKind;
import dev.bookend.lifecycle.value.Attempt;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.concurrent.Future;

/// The probes that run at present, each on a thread of its own. Called by the pod's own thread.
final class ProbeRuns {
    private static final int LONGEST_DETAIL = 200;
    private static final int FIRST_BAD_STATUS = 400;

    private final PodTools tools;
    private final Map<Run, Future<?>> running = new HashMap<>();

    /// Ids of commands must not repeat those of an agent before this one.
    private final String series = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);

    ProbeRuns(PodTools tools) {
        this.tools = tools;
    }

    private record Run(Attempt attempt, ProbeKind kind) {}

    /// Starts and ends probes so that exactly those run that the state asks for.
    void align(PodPlan plan, PodState pod) {
        var wanted = new HashSet<Run>();
        Probing.wanted(plan, pod)
                .forEach((attempt, kinds) -> kinds.forEach(k -> wanted.add(new Run(attempt, k))));
        running.entrySet()
                .removeIf(each -> !wanted.contains(each.getKey()) && each.getValue().cancel(true));
        running.keySet().retainAll(wanted);
        wanted.forEach(run -> running.computeIfAbsent(run, _ -> start(plan, pod, run)));
    }

    private Future<?> start(PodPlan plan, PodState pod, Run run) {
        var name = run.attempt().container();
        var probe = plan.container(name).probe(run.kind()).orElseThrow();
        var since =
                pod.state(name) instanceof Alive alive
                        ? alive.run().since()
                        : tools.time().instant();
        return tools.tasks().start(() -> probe(run, probe, since.plus(probe.initialDelay())));
    }

    private void probe(Run run, Probe probe, Instant first) throws InterruptedException {
        var tally = ProbeTally.EMPTY;
        var next = first;
        for (var number = 1; ; number++) {
            Thread.sleep(positive(Duration.between(tools.time().instant(), next)));
            next = later(next, tools.time().instant()).plus(probe.period());
            var reply = tools.handlers().call(call(run, probe, number));
            var count = tally.count(isGood(reply), probe);
            tally = count.tally();
            count.report()
                    .ifPresent(
                            verdict ->
                                    tools.mailbox()
                                            .post(
                                                    new ProbeReported(
                                                            run.attempt(),
                                                            run.kind(),
                                                            verdict,
                                                            detail(reply),
                                                            tools.time().instant())));
        }
    }

    private HandlerCall call(Run run, Probe probe, int number) {
        var id = "%s-%s-%d".formatted(run.kind().word(), series, number);
        var handler =
                probe.handler() instanceof Handler.Exec(var command)
                        ? new Handler.Exec(
                                tools.requests()
                                        .environment(run.attempt().container())
                                        .expand(command))
                        : probe.handler();
        return new HandlerCall(run.attempt(), id, handler, probe.timeout(), false, () -> {});
    }

    private static boolean isGood(Reply reply) {
        return switch (reply) {
            case Reply.Done _ -> true;
            case Reply.Status(var code, _) -> code < FIRST_BAD_STATUS;
            case Reply.Failed _ -> false;
        };
    }

    private static String detail(Reply reply) {
        return switch (reply) {
            case Reply.Done _ -> "";
            case Reply.Status(var code, _) -> "HTTP status " + code;
            case Reply.Failed(var why, var output) -> why + lastLine(output);
        };
    }

    private static String lastLine(String output) {
        var line = output.lines().reduce("", (_, last) -> last).strip();
        var cut = Math.min(line.length(), LONGEST_DETAIL);
        return line.isEmpty() ? "" : ": " + line.substring(0, cut);
    }

    private static Duration positive(Duration wait) {
        return wait.isNegative() ? Duration.ZERO : wait;
    }

    /// A probe that took longer than its period is not made up for.
    private static Instant later(Instant planned, Instant now) {
        return Duration.between(planned, now).compareTo(Duration.ofSeconds(1)) > 0 ? now : planned;
    }
}
