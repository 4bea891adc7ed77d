package dev.bookend.lifecycle.text;

import dev.bookend.lifecycle.life.ConditionType;
import dev.bookend.lifecycle.life.Conditions;
import dev.bookend.lifecycle.life.Conditions.Condition;
import dev.bookend.lifecycle.life.ContainerLife;
import dev.bookend.lifecycle.life.ContainerState;
import dev.bookend.lifecycle.life.ContainerState.AwaitingTurn;
import dev.bookend.lifecycle.life.ContainerState.BackingOff;
import dev.bookend.lifecycle.life.ContainerState.Finished;
import dev.bookend.lifecycle.life.ContainerState.Killed;
import dev.bookend.lifecycle.life.ContainerState.PostStarting;
import dev.bookend.lifecycle.life.ContainerState.PreStopDue;
import dev.bookend.lifecycle.life.ContainerState.PreStopping;
import dev.bookend.lifecycle.life.ContainerState.Running;
import dev.bookend.lifecycle.life.ContainerState.Starting;
import dev.bookend.lifecycle.life.ContainerState.Waiting;
import dev.bookend.lifecycle.life.ContainerState.Withdrawn;
import dev.bookend.lifecycle.life.Health;
import dev.bookend.lifecycle.life.PastRun;
import dev.bookend.lifecycle.life.PodPhase;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.Reason;
import dev.bookend.lifecycle.life.Run;
import dev.bookend.lifecycle.life.Stop;
import dev.bookend.lifecycle.life.StopCause;
import dev.bookend.lifecycle.plan.LaunchFact;
import dev.bookend.lifecycle.recreate.RecreateFailure;
import dev.bookend.lifecycle.recreate.RecreatePart;
import dev.bookend.lifecycle.recreate.RecreateProgress;
import dev.bookend.lifecycle.recreate.RecreateStage;
import dev.bookend.lifecycle.recreate.RequestId;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.ExitReason;
import dev.bookend.lifecycle.value.RuntimeId;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/// Reads the words of a [StateText] one after another.
///
/// @param words each is read once
record StateWords(Iterator<String> words) {
    PodState pod() {
        var stage = stage();
        var begun = instant();
        var latest = instant();
        var conditions = conditions();
        var containers = new LinkedHashMap<ContainerName, ContainerLife>();
        for (var left = count(); left > 0; left--) {
            containers.put(new ContainerName(word()), container());
        }
        var recreations = recreations();
        if (words.hasNext()) {
            throw new IllegalArgumentException("too many words: " + words.next());
        }
        return new PodState(stage, begun, containers, conditions, recreations, latest);
    }

    private SequencedMap<RequestId, RecreateProgress> recreations() {
        var all = new LinkedHashMap<RequestId, RecreateProgress>();
        for (var left = count(); left > 0; left--) {
            var request = RecreateText.read(Words.split(word()));
            all.put(request.id(), new RecreateProgress(request, recreateStage(), parts()));
        }
        return all;
    }

    private RecreateStage recreateStage() {
        return switch (word()) {
            case "queued" -> new RecreateStage.Queued();
            case "unready" -> new RecreateStage.Unready(instant());
            case "working" -> new RecreateStage.Working(instant());
            case "completed" ->
                    new RecreateStage.Completed(one(RecreateStage.Ending.class), instant());
            case String other -> throw new IllegalArgumentException("not a stage: " + other);
        };
    }

    private SequencedMap<ContainerName, RecreatePart> parts() {
        var parts = new LinkedHashMap<ContainerName, RecreatePart>();
        for (var left = count(); left > 0; left--) {
            parts.put(new ContainerName(word()), part());
        }
        return parts;
    }

    private RecreatePart part() {
        return switch (word()) {
            case "pending" -> new RecreatePart.Pending();
            case "held" -> new RecreatePart.Held(instant());
            case "stopping" -> new RecreatePart.Stopping(new RuntimeId(word()), flag(), instant());
            case "recreating" -> new RecreatePart.Recreating(flag(), instant());
            case "succeeded" -> new RecreatePart.Succeeded(flag());
            case "failed" -> new RecreatePart.Failed(flag(), one(RecreateFailure.class));
            case String other -> throw new IllegalArgumentException("not a part: " + other);
        };
    }

    private String word() {
        if (!words.hasNext()) {
            throw new IllegalArgumentException("too few words");
        }
        return words.next();
    }

    private int count() {
        return Integer.parseInt(word());
    }

    private boolean flag() {
        return word().equals(StateText.YES);
    }

    private Instant instant() {
        try {
            return Instant.parse(word());
        } catch (DateTimeParseException wrong) {
            throw new IllegalArgumentException("not a time: " + wrong.getParsedString(), wrong);
        }
    }

    private <E extends Enum<E>> E one(Class<E> type) {
        return Enum.valueOf(type, word());
    }

    private PodStage stage() {
        return switch (word()) {
            case "unborn" -> new PodStage.Unborn();
            case "active" -> new PodStage.Active(instant());
            case "terminating" ->
                    new PodStage.Terminating(
                            one(StopCause.class), instant(), instant(), one(PodStage.Tempo.class));
            case "ended" ->
                    new PodStage.Ended(one(StopCause.class), one(PodPhase.class), instant());
            case String other -> throw new IllegalArgumentException("not a stage: " + other);
        };
    }

    private Conditions conditions() {
        var all = new EnumMap<ConditionType, Condition>(ConditionType.class);
        for (var left = count(); left > 0; left--) {
            all.put(one(ConditionType.class), new Condition(flag(), word(), word(), instant()));
        }
        return new Conditions(all);
    }

    private ContainerLife container() {
        return new ContainerLife(state(), one(LaunchFact.class), count(), count(), lastRun());
    }

    private ContainerState state() {
        return switch (word()) {
            case "waiting" -> new Waiting(instant());
            case "starting" -> new Starting(attempt(), instant());
            case "withdrawn" -> new Withdrawn(attempt(), instant());
            case "post-starting" -> new PostStarting(run());
            case "running" -> new Running(run());
            case "awaiting-turn" -> new AwaitingTurn(run(), one(PreStopDue.class), instant());
            case "pre-stopping" -> new PreStopping(run(), stop(), flag(), instant());
            case "stopping" -> new ContainerState.Stopping(run(), stop(), instant());
            case "killed" -> new Killed(run(), stop(), instant());
            case "backing-off" -> new BackingOff(instant(), instant());
            case "finished" -> new Finished(exit(), instant());
            case String other -> throw new IllegalArgumentException("not a state: " + other);
        };
    }

    private Attempt attempt() {
        return Attempt.ofText(word());
    }

    private Run run() {
        return new Run(attempt(), new RuntimeId(word()), instant(), one(Health.class));
    }

    private Stop stop() {
        return new Stop(one(Reason.class), one(Stop.Scope.class), instant());
    }

    private Exit exit() {
        return new Exit(count(), one(ExitReason.class), word());
    }

    private Optional<PastRun> lastRun() {
        return flag()
                ? Optional.of(new PastRun(attempt(), exit(), word(), instant(), instant()))
                : Optional.empty();
    }
}
