package dev.bookend.lifecycle.text;

import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.Event.AgentRestarted;
import dev.bookend.lifecycle.life.Event.ContainerCreated;
import dev.bookend.lifecycle.life.Event.ContainerExited;
import dev.bookend.lifecycle.life.Event.ContainerStarted;
import dev.bookend.lifecycle.life.Event.HookFinished;
import dev.bookend.lifecycle.life.Event.HookStarted;
import dev.bookend.lifecycle.life.Event.PodAccepted;
import dev.bookend.lifecycle.life.Event.ProbeReported;
import dev.bookend.lifecycle.life.Event.RecreateCancelled;
import dev.bookend.lifecycle.life.Event.RecreateRequested;
import dev.bookend.lifecycle.life.Event.SandboxLost;
import dev.bookend.lifecycle.life.Event.StartFailed;
import dev.bookend.lifecycle.life.Event.StopRequested;
import dev.bookend.lifecycle.life.Event.TimerFired;
import dev.bookend.lifecycle.life.HookResult;
import dev.bookend.lifecycle.life.ProbeVerdict;
import dev.bookend.lifecycle.life.Timer;
import dev.bookend.lifecycle.pod.HookKind;
import dev.bookend.lifecycle.pod.ProbeKind;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.ExitReason;
import dev.bookend.lifecycle.value.Lengths;
import dev.bookend.lifecycle.value.RuntimeId;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// Events as words, as they stand in journals and scenarios; the time stands beside them.
public final class EventText {
    private EventText() {}

    public static String write(Event event) {
        return switch (event) {
            case PodAccepted _ -> "accepted";
            case ContainerCreated(var attempt, _) -> "created " + attempt;
            case ContainerStarted(var attempt, var id, _) ->
                    "started " + attempt + " " + Words.quote(id.text());
            case StartFailed(var attempt, var reason, var message, _) ->
                    "start-failed %s %s".formatted(attempt, Words.quote(message)) + fault(reason);
            case ContainerExited(var attempt, var exit, _) ->
                    "exited "
                            + attempt
                            + " "
                            + exit.code()
                            + " "
                            + exit.reason().word()
                            + said(exit);
            case HookStarted(var attempt, var hook, _) ->
                    "hook-started %s %s".formatted(attempt, hook.word());
            case HookFinished(var attempt, var hook, var result, _) ->
                    "hook-finished %s %s %s".formatted(attempt, hook.word(), result(result));
            case ProbeReported(var attempt, var probe, var verdict, var detail, _) ->
                    "probe %s %s %s %s"
                            .formatted(attempt, probe.word(), verdict.word(), Words.quote(detail));
            case StopRequested(var grace, _) ->
                    grace.map(limit -> "stop " + Lengths.bounded(limit).toMillis() + "ms")
                            .orElse("stop");
            case RecreateRequested(var request, _) -> "recreate " + RecreateText.write(request);
            case RecreateCancelled(var id, _) -> "recreate-cancelled " + RecreateText.id(id);
            case TimerFired(var timer, _) ->
                    timer.container()
                            .map(name -> "timer %s %s".formatted(timer.kind().word(), name))
                            .orElse("timer " + timer.kind().word());
            case AgentRestarted _ -> "agent-restarted";
            case SandboxLost _ -> "sandbox-lost";
        };
    }

    private static String said(Exit exit) {
        return exit.message().isEmpty() ? "" : " " + Words.quote(exit.message());
    }

    /// The usual fault goes without saying.
    private static String fault(ExitReason reason) {
        return reason == ExitReason.START_ERROR ? "" : " " + reason.word();
    }

    private static ExitReason fault(List<String> words) {
        return words.size() < 4
                ? ExitReason.START_ERROR
                : named(ExitReason.values(), ExitReason::word, words.get(3));
    }

    private static String result(HookResult result) {
        return switch (result) {
            case HookResult.Succeeded() -> "ok";
            case HookResult.Answered(var status) -> "answered " + status;
            case HookResult.Failed(var message) -> "failed " + Words.quote(message);
        };
    }

    /// Reads what [#write] wrote.
    ///
    /// @throws IllegalArgumentException if the text is no event
    public static Event read(String text, Instant at) {
        var words = Words.split(text);
        return read(words, at, text);
    }

    private static Event read(List<String> words, Instant at, String text) {
        return switch (word(words, 0)) {
            case "accepted" -> new PodAccepted(at);
            case "created" -> new ContainerCreated(attempt(words), at);
            case "started" ->
                    new ContainerStarted(attempt(words), new RuntimeId(word(words, 2)), at);
            case "start-failed" ->
                    new StartFailed(attempt(words), fault(words), word(words, 2), at);
            case "exited" -> new ContainerExited(attempt(words), exit(words), at);
            case "hook-started" -> new HookStarted(attempt(words), hook(words), at);
            case "hook-finished" ->
                    new HookFinished(attempt(words), hook(words), result(words), at);
            case "probe" -> probe(words, at);
            case "stop" -> new StopRequested(grace(words), at);
            case "recreate" -> new RecreateRequested(RecreateText.read(words), at);
            case "recreate-cancelled" -> new RecreateCancelled(RecreateText.id(words), at);
            case "timer" -> new TimerFired(timer(words), at);
            case "agent-restarted" -> new AgentRestarted(at);
            case "sandbox-lost" -> new SandboxLost(at);
            default -> throw new IllegalArgumentException("not an event: " + text);
        };
    }

    private static ProbeReported probe(List<String> words, Instant at) {
        return new ProbeReported(
                attempt(words),
                named(ProbeKind.values(), ProbeKind::word, word(words, 2)),
                named(ProbeVerdict.values(), ProbeVerdict::word, word(words, 3)),
                word(words, 4),
                at);
    }

    private static String word(List<String> words, int index) {
        if (index >= words.size()) {
            throw new IllegalArgumentException("too few words: " + words);
        }
        return words.get(index);
    }

    private static Attempt attempt(List<String> words) {
        return Attempt.ofText(word(words, 1));
    }

    private static Exit exit(List<String> words) {
        return new Exit(
                Integer.parseInt(word(words, 2)),
                named(ExitReason.values(), ExitReason::word, word(words, 3)),
                words.size() < 5 ? "" : words.get(4));
    }

    private static HookKind hook(List<String> words) {
        return named(HookKind.values(), HookKind::word, word(words, 2));
    }

    private static HookResult result(List<String> words) {
        return switch (word(words, 3)) {
            case "ok" -> new HookResult.Succeeded();
            case "answered" -> new HookResult.Answered(Integer.parseInt(word(words, 4)));
            case "failed" -> new HookResult.Failed(word(words, 4));
            default -> throw new IllegalArgumentException("not a hook's result: " + words);
        };
    }

    private static Optional<Duration> grace(List<String> words) {
        return words.size() < 2
                ? Optional.empty()
                : Optional.of(Duration.ofMillis(millis(words.get(1))));
    }

    private static long millis(String text) {
        if (!text.endsWith("ms")) {
            throw new IllegalArgumentException("not a length of time: " + text);
        }
        return Long.parseLong(text.substring(0, text.length() - "ms".length()));
    }

    private static Timer timer(List<String> words) {
        var kind = named(Timer.Kind.values(), Timer.Kind::word, word(words, 1));
        return words.size() < 3 ? Timer.of(kind) : Timer.of(kind, new ContainerName(words.get(2)));
    }

    private static <T> T named(T[] values, Function<T, String> word, String text) {
        return Stream.of(values)
                .filter(value -> word.apply(value).equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown word: " + text));
    }
}
