package dev.bookend.lifecycle.cases;

import dev.bookend.lifecycle.life.Action;
import dev.bookend.lifecycle.life.Conditions;
import dev.bookend.lifecycle.life.ContainerState;
import dev.bookend.lifecycle.life.Notice;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.Run;
import dev.bookend.lifecycle.life.Stop;
import dev.bookend.lifecycle.recreate.RecreateProgress;
import dev.bookend.lifecycle.recreate.RecreateStatus;
import dev.bookend.lifecycle.status.ContainerStatus;
import dev.bookend.lifecycle.status.Wait;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.RuntimeId;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Actions, notices and states as the words of a case.
final class CaseWords {
    private CaseWords() {}

    static String action(Action action) {
        return switch (action) {
            case Action.StartContainer(var attempt, var reason) ->
                    "start %s %s".formatted(attempt, reason);
            case Action.RunHook(var attempt, var hook, var reason) ->
                    "hook %s %s %s".formatted(attempt, hook.word(), reason);
            case Action.SignalContainer(var attempt, var signal, var reason) ->
                    "signal %s %s %s".formatted(attempt, signal.name(), reason);
        };
    }

    static String notice(Notice notice) {
        var verb = notice.tone() == Notice.Tone.WARNING ? "warn" : "tell";
        var about = notice.container().map(name -> " " + name).orElse("");
        return "%s%s %s".formatted(verb, about, notice.reason().word());
    }

    static String detail(Notice.Detail detail) {
        return switch (detail) {
            case Notice.Detail.Nothing() -> "";
            case Notice.Detail.ExitCode(var code) -> " (code %d)".formatted(code);
            case Notice.Detail.WaitsFor(var names) -> " (waits for %s)".formatted(list(names));
            case Notice.Detail.FinalPhase(var phase) -> " (%s)".formatted(phase.word());
        };
    }

    static String list(List<ContainerName> names) {
        return names.stream().map(ContainerName::text).collect(Collectors.joining(" "));
    }

    static String state(ContainerState state) {
        return switch (state) {
            case ContainerState.Waiting(var since) -> "Waiting since " + CaseTime.word(since);
            case ContainerState.Starting(var attempt, _) -> "Starting #" + attempt.number();
            case ContainerState.Withdrawn(var attempt, _) -> "Withdrawn #" + attempt.number();
            case ContainerState.PostStarting _ -> "PostStarting";
            case ContainerState.Running(var run) -> "Running " + health(run);
            case ContainerState.AwaitingTurn(_, var hook, _) -> "AwaitingTurn " + hook;
            case ContainerState.PreStopping(_, var stop, var heard, _) ->
                    "PreStopping %s %s".formatted(heard ? "heard" : "unheard", until(stop));
            case ContainerState.Stopping(_, var stop, _) -> "Stopping " + until(stop);
            case ContainerState.Killed _ -> "Killed";
            case ContainerState.BackingOff(_, var until) ->
                    "BackingOff until " + CaseTime.word(until);
            case ContainerState.Finished(var exit, _) -> "Finished " + exit.code();
        };
    }

    private static String until(Stop stop) {
        return "until " + CaseTime.word(stop.deadline());
    }

    private static String health(Run run) {
        return switch (run.health()) {
            case STARTING -> "starting";
            case STARTED -> "started";
            case READY -> "ready";
        };
    }

    static String request(Optional<RecreateProgress> progress) {
        return progress.map(RecreateStatus::of).map(CaseWords::request).orElse("none");
    }

    private static String request(RecreateStatus status) {
        return "%s%s%s: %s"
                .formatted(
                        status.phase().word(),
                        status.completionTime().map(at -> " at " + CaseTime.word(at)).orElse(""),
                        quoted(status.message()),
                        status.containers().stream()
                                .map(CaseWords::part)
                                .collect(Collectors.joining(", ")));
    }

    private static String part(RecreateStatus.ContainerRecreateState part) {
        return "%s %s%s%s"
                .formatted(
                        part.name(),
                        part.phase().word(),
                        part.isKilled() ? " killed" : "",
                        quoted(part.message()));
    }

    static String stage(PodStage stage) {
        return switch (stage) {
            case PodStage.Unborn() -> "Unborn";
            case PodStage.Active(var since) -> "Active since " + CaseTime.word(since);
            case PodStage.Terminating(var cause, var since, var deadline, var tempo) ->
                    "Terminating %s %s since %s until %s"
                            .formatted(cause, tempo, CaseTime.word(since), CaseTime.word(deadline));
            case PodStage.Ended(var cause, var phase, var at) ->
                    "Ended %s %s at %s".formatted(cause, phase.word(), CaseTime.word(at));
        };
    }

    static String wait(Wait wait) {
        var until = wait.until().map(at -> "until " + CaseTime.word(at)).orElse("no limit");
        var on = wait.on().isEmpty() ? "" : " [%s]".formatted(list(wait.on()));
        return "%s: %s%s since %s, %s"
                .formatted(wait.container(), wait.what(), on, CaseTime.word(wait.since()), until);
    }

    static String status(ContainerStatus status) {
        var words = new StringBuilder(shown(status.state()));
        status.lastState().ifPresent(last -> words.append(", last ").append(shown(last)));
        words.append(status.ready() ? ", ready" : "").append(status.started() ? ", started" : "");
        words.append(", restarts ").append(status.restartCount());
        status.id().map(RuntimeId::text).ifPresent(id -> words.append(", ").append(id));
        return words.toString();
    }

    private static String shown(ContainerStatus.Shown shown) {
        return switch (shown) {
            case ContainerStatus.Shown.Waiting(var reason, var message) ->
                    "Waiting " + reason + quoted(message);
            case ContainerStatus.Shown.Running(var since) -> "Running " + CaseTime.word(since);
            case ContainerStatus.Shown.Terminated(var exit, var message, var began, var ended) ->
                    "Terminated %d %s %s-%s%s"
                            .formatted(
                                    exit.code(),
                                    exit.reason().word(),
                                    CaseTime.word(began),
                                    CaseTime.word(ended),
                                    quoted(message));
        };
    }

    static String quoted(String message) {
        return message.isEmpty() ? "" : " \"" + message + "\"";
    }

    static String condition(Optional<Conditions.Condition> condition) {
        return condition
                .map(
                        one ->
                                "%s since %s%s%s"
                                        .formatted(
                                                one.met() ? "True" : "False",
                                                CaseTime.word(one.since()),
                                                one.reason().isEmpty() ? "" : " " + one.reason(),
                                                quoted(one.message())))
                .orElse("unknown");
    }
}
