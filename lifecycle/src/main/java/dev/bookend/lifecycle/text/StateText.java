package dev.bookend.lifecycle.text;

import dev.bookend.lifecycle.life.ConditionType;
import dev.bookend.lifecycle.life.Conditions.Condition;
import dev.bookend.lifecycle.life.ContainerLife;
import dev.bookend.lifecycle.life.ContainerState;
import dev.bookend.lifecycle.life.ContainerState.AwaitingTurn;
import dev.bookend.lifecycle.life.ContainerState.BackingOff;
import dev.bookend.lifecycle.life.ContainerState.Finished;
import dev.bookend.lifecycle.life.ContainerState.Killed;
import dev.bookend.lifecycle.life.ContainerState.PostStarting;
import dev.bookend.lifecycle.life.ContainerState.PreStopping;
import dev.bookend.lifecycle.life.ContainerState.Running;
import dev.bookend.lifecycle.life.ContainerState.Starting;
import dev.bookend.lifecycle.life.ContainerState.Waiting;
import dev.bookend.lifecycle.life.ContainerState.Withdrawn;
import dev.bookend.lifecycle.life.PastRun;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.Run;
import dev.bookend.lifecycle.life.Stop;
import dev.bookend.lifecycle.recreate.RecreatePart;
import dev.bookend.lifecycle.recreate.RecreateProgress;
import dev.bookend.lifecycle.recreate.RecreateStage;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Exit;

import java.util.StringJoiner;

/// A pod's whole state as words on one line, so that a journal can go on without its beginning.
///
/// What is read again equals what was written; a part that is added to a state breaks the build
/// here, where it must be written too.
public final class StateText {
    static final String NO = "no";
    static final String YES = "yes";

    private final StringJoiner words = new StringJoiner(" ");

    private StateText() {}

    public static String write(PodState pod) {
        var text = new StateText();
        text.pod(pod);
        return text.words.toString();
    }

    /// Reads what [#write] wrote.
    ///
    /// @throws IllegalArgumentException if the text is no state
    public static PodState read(String text) {
        return new StateWords(Words.split(text).iterator()).pod();
    }

    private StateText add(Object... plain) {
        for (var word : plain) {
            words.add(word.toString());
        }
        return this;
    }

    private StateText quote(String text) {
        words.add(Words.quote(text));
        return this;
    }

    private void pod(PodState pod) {
        switch (pod) {
            case PodState(
                            var stage,
                            var begun,
                            var containers,
                            var conditions,
                            var recreations,
                            var latest) -> {
                stage(stage);
                add(begun, latest, conditions.all().size());
                conditions.all().forEach(this::condition);
                add(containers.size());
                containers.forEach(this::container);
                add(recreations.size());
                recreations.values().forEach(this::recreation);
            }
        }
    }

    private void recreation(RecreateProgress progress) {
        switch (progress) {
            case RecreateProgress(var request, var stage, var parts) -> {
                quote("recreate " + RecreateText.write(request));
                stage(stage);
                add(parts.size());
                parts.forEach((name, part) -> add(name).part(part));
            }
        }
    }

    private void stage(RecreateStage stage) {
        switch (stage) {
            case RecreateStage.Queued() -> add("queued");
            case RecreateStage.Unready(var until) -> add("unready", until);
            case RecreateStage.Working(var since) -> add("working", since);
            case RecreateStage.Completed(var why, var at) -> add("completed", why.name(), at);
        }
    }

    private void part(RecreatePart part) {
        switch (part) {
            case RecreatePart.Pending() -> add("pending");
            case RecreatePart.Held(var since) -> add("held", since);
            case RecreatePart.Stopping(var id, var killed, var since) ->
                    add("stopping").quote(id.text()).add(killed ? YES : NO, since);
            case RecreatePart.Recreating(var killed, var since) ->
                    add("recreating", killed ? YES : NO, since);
            case RecreatePart.Succeeded(var killed) -> add("succeeded", killed ? YES : NO);
            case RecreatePart.Failed(var killed, var why) ->
                    add("failed", killed ? YES : NO, why.name());
        }
    }

    private void stage(PodStage stage) {
        switch (stage) {
            case PodStage.Unborn() -> add("unborn");
            case PodStage.Active(var since) -> add("active", since);
            case PodStage.Terminating(var cause, var since, var deadline, var tempo) ->
                    add("terminating", cause.name(), since, deadline, tempo.name());
            case PodStage.Ended(var cause, var phase, var at) ->
                    add("ended", cause.name(), phase.name(), at);
        }
    }

    private void condition(ConditionType type, Condition condition) {
        switch (condition) {
            case Condition(var met, var reason, var message, var since) ->
                    add(type.name(), met ? YES : NO).quote(reason).quote(message).add(since);
        }
    }

    private void container(ContainerName name, ContainerLife life) {
        switch (life) {
            case ContainerLife(var state, var latch, var attempts, var crashes, var lastRun) -> {
                add(name);
                state(state);
                add(latch.name(), attempts, crashes);
                lastRun.ifPresentOrElse(this::past, () -> add(NO));
            }
        }
    }

    private void state(ContainerState state) {
        switch (state) {
            case Waiting(var since) -> add("waiting", since);
            case Starting(var attempt, var since) -> add("starting", attempt, since);
            case Withdrawn(var attempt, var since) -> add("withdrawn", attempt, since);
            case PostStarting(var run) -> add("post-starting").run(run);
            case Running(var run) -> add("running").run(run);
            case AwaitingTurn(var run, var hook, var since) ->
                    add("awaiting-turn").run(run).add(hook.name(), since);
            case PreStopping(var run, var stop, var heard, var since) ->
                    add("pre-stopping").run(run).stop(stop).add(heard ? YES : NO, since);
            case ContainerState.Stopping(var run, var stop, var at) ->
                    add("stopping").run(run).stop(stop).add(at);
            case Killed(var run, var stop, var at) -> add("killed").run(run).stop(stop).add(at);
            case BackingOff(var since, var until) -> add("backing-off", since, until);
            case Finished(var exit, var at) -> add("finished").exit(exit).add(at);
        }
    }

    private StateText run(Run run) {
        return switch (run) {
            case Run(var attempt, var id, var since, var health) ->
                    add(attempt).quote(id.text()).add(since, health.name());
        };
    }

    private StateText stop(Stop stop) {
        return switch (stop) {
            case Stop(var reason, var scope, var deadline) ->
                    add(reason.name(), scope.name(), deadline);
        };
    }

    private StateText exit(Exit exit) {
        return switch (exit) {
            case Exit(var code, var reason, var said) -> add(code, reason.name()).quote(said);
        };
    }

    private void past(PastRun past) {
        switch (past) {
            case PastRun(var attempt, var exit, var message, var began, var ended) ->
                    add(YES, attempt).exit(exit).quote(message).add(began, ended);
        }
    }
}
