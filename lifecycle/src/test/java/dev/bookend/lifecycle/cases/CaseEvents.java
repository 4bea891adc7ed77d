package dev.bookend.lifecycle.cases;

import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.HookResult;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.ProbeVerdict;
import dev.bookend.lifecycle.life.Timer;
import dev.bookend.lifecycle.pod.HookKind;
import dev.bookend.lifecycle.pod.ProbeKind;
import dev.bookend.lifecycle.text.Words;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.ExitReason;
import dev.bookend.lifecycle.value.RuntimeId;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// Events of a case in short: the current attempt is implied, and one line may name several
/// containers, to each of which the same thing happens in turn.
final class CaseEvents {
    private final PodState pod;
    private final Instant at;

    CaseEvents(PodState pod, Instant at) {
        this.pod = pod;
        this.at = at;
    }

    /// One text for each event of the line; each is read when its turn has come.
    static List<String> split(String text) {
        var words = new ArrayList<>(Words.split(text));
        var verb = words.removeFirst();
        if (!List.of("created", "started", "exited", "ready", "unready", "began").contains(verb)) {
            return List.of(text);
        }
        var names = words.stream().filter(CaseEvents::isContainer).toList();
        words.removeAll(names);
        var tail = String.join(" ", words);
        return names.stream().map(name -> (verb + " " + name + " " + tail).strip()).toList();
    }

    private static boolean isContainer(String word) {
        return word.matches("[a-z][a-z0-9-]*(#\\d+)?");
    }

    Event read(String text) {
        var words = Words.split(text);
        return switch (words.getFirst()) {
            case "accepted" -> new Event.PodAccepted(at);
            case "agent-restarted" -> new Event.AgentRestarted(at);
            case "sandbox-lost" -> new Event.SandboxLost(at);
            case "stop" -> new Event.StopRequested(grace(words), at);
            case "recreate" ->
                    new Event.RecreateRequested(new CaseRequest(pod, at).read(words), at);
            case "cancel" -> new Event.RecreateCancelled(CaseRequest.id(words.get(1)), at);
            case "timer" -> new Event.TimerFired(timer(words.get(1)), at);
            default -> ofContainer(words, attempt(words.get(1)));
        };
    }

    private Event ofContainer(List<String> words, Attempt attempt) {
        return switch (words.getFirst()) {
            case "created" -> new Event.ContainerCreated(attempt, at);
            case "started" -> new Event.ContainerStarted(attempt, id(attempt), at);
            case "start-failed" -> new Event.StartFailed(attempt, words.get(2), at);
            case "not-configured" ->
                    new Event.StartFailed(attempt, ExitReason.CONFIG_ERROR, words.get(2), at);
            case "exited" -> new Event.ContainerExited(attempt, exit(words), at);
            case "began" -> new Event.HookStarted(attempt, hook(words.get(2)), at);
            case "done" -> new Event.HookFinished(attempt, hook(words.get(2)), result(words), at);
            case "ready" -> probe(attempt, "readiness", "passed", "");
            case "unready" -> probe(attempt, "readiness", "failed", "no answer");
            case "probe" ->
                    probe(
                            attempt,
                            words.get(2),
                            words.get(3),
                            words.size() > 4 ? words.get(4) : "");
            default -> throw new IllegalArgumentException("not an event: " + words);
        };
    }

    static RuntimeId id(Attempt attempt) {
        return new RuntimeId("id-" + attempt.container() + "-" + attempt.number());
    }

    private static Optional<Duration> grace(List<String> words) {
        return words.size() < 2 ? Optional.empty() : Optional.of(CaseTime.length(words.get(1)));
    }

    private Attempt attempt(String word) {
        var parts = word.split("#", 2);
        var name = new ContainerName(parts[0]);
        return new Attempt(
                name,
                parts.length == 2
                        ? Integer.parseInt(parts[1])
                        : Math.max(1, pod.life(name).attempts()));
    }

    private static Exit exit(List<String> words) {
        var exit = Exit.of(Integer.parseInt(words.get(2)));
        if (words.size() < 4) {
            return exit;
        }
        var said = words.size() < 5 ? "" : words.get(4);
        return new Exit(exit.code(), exitReason(words.get(3)), said);
    }

    private static ExitReason exitReason(String word) {
        return Stream.of(ExitReason.values())
                .filter(reason -> reason.word().equals(word))
                .findFirst()
                .orElseThrow();
    }

    private static HookKind hook(String word) {
        return Stream.of(HookKind.values())
                .filter(hook -> hook.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("not a hook: " + word));
    }

    private static HookResult result(List<String> words) {
        return switch (words.size() < 4 ? "ok" : words.get(3)) {
            case "ok" -> new HookResult.Succeeded();
            case "answered" -> new HookResult.Answered(Integer.parseInt(words.get(4)));
            case "failed" -> new HookResult.Failed(words.get(4));
            default -> throw new IllegalArgumentException("not a hook's result: " + words);
        };
    }

    private Event probe(Attempt attempt, String kind, String verdict, String detail) {
        return new Event.ProbeReported(
                attempt,
                ProbeKind.valueOf(kind.toUpperCase(Locale.ROOT)),
                ProbeVerdict.valueOf(verdict.toUpperCase(Locale.ROOT)),
                detail,
                at);
    }

    /// `grace`, or `app-kill` for one of a container.
    private static Timer timer(String word) {
        return Stream.of(Timer.Kind.values())
                .filter(kind -> word.equals(kind.word()) || word.endsWith("-" + kind.word()))
                .findFirst()
                .map(kind -> timer(kind, word))
                .orElseThrow(() -> new IllegalArgumentException("not a timer: " + word));
    }

    private static Timer timer(Timer.Kind kind, String word) {
        return word.equals(kind.word())
                ? Timer.of(kind)
                : Timer.of(
                        kind,
                        new ContainerName(
                                word.substring(0, word.length() - kind.word().length() - 1)));
    }
}
