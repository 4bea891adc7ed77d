package dev.bookend.simulator.explore;

import dev.bookend.lifecycle.engine.Outstanding.HookRun;
import dev.bookend.lifecycle.life.Action;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.ExitReason;
import dev.bookend.lifecycle.value.Signal;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The smallest world that can surprise a pod, as a value: the last run of each container, the
/// hooks that run, and how much trouble may still come.
record Toy(
        Map<ContainerName, Box> boxes,
        Set<HookRun> hooks,
        Set<HookRun> heard,
        Trouble trouble,
        Instant now) {
    static final Exit BY_KILL = new Exit(137, ExitReason.ERROR);

    Toy {
        boxes = Map.copyOf(boxes);
        hooks = Set.copyOf(hooks);
        heard = Set.copyOf(heard);
    }

    /// What may still go wrong; without a limit there would be no end of it.
    record Trouble(int stops, int failures, int crashes, int reboots, int wishes) {
        static final Trouble SOME = new Trouble(2, 2, 1, 1, 1);
        static final Trouble NONE = new Trouble(0, 0, 0, 0, 0);

        Trouble lessStops() {
            return new Trouble(stops - 1, failures, crashes, reboots, wishes);
        }

        Trouble lessFailures() {
            return new Trouble(stops, failures - 1, crashes, reboots, wishes);
        }

        Trouble lessCrashes() {
            return new Trouble(stops, failures, crashes - 1, reboots, wishes);
        }

        Trouble lessReboots() {
            return new Trouble(stops, failures, crashes, reboots - 1, wishes);
        }

        Trouble lessWishes() {
            return new Trouble(stops, failures, crashes, reboots, wishes - 1);
        }
    }

    static Toy fresh(Instant now) {
        return new Toy(Map.of(), Set.of(), Set.of(), Trouble.SOME, now);
    }

    Toy with(Trouble other) {
        return new Toy(boxes, hooks, heard, other, now);
    }

    Toy with(Box box) {
        var other = new HashMap<>(boxes);
        other.put(box.attempt().container(), box);
        return new Toy(other, hooks, heard, trouble, now);
    }

    Toy at(Instant time) {
        return new Toy(boxes, hooks, heard, trouble, time.isAfter(now) ? time : now);
    }

    Toy hearing(HookRun hook) {
        var other = new HashSet<>(heard);
        other.add(hook);
        return new Toy(boxes, hooks, other, trouble, now);
    }

    Toy without(HookRun hook) {
        var other = new HashSet<>(hooks);
        other.remove(hook);
        return new Toy(boxes, other, heard, trouble, now);
    }

    Toy rebooted() {
        return new Toy(Map.of(), Set.of(), Set.of(), trouble.lessReboots(), now);
    }

    /// Time passes without an agent: whoever was killed is gone.
    Toy afterWaiting(Instant until) {
        var toy = at(until);
        for (var box : boxes.values()) {
            if (box.killed() && box.phase() != Box.Phase.GONE) {
                var exit =
                        box.phase() == Box.Phase.RUNNING
                                ? Optional.of(BY_KILL)
                                : Optional.<Exit>empty();
                toy = toy.with(box.gone(exit, now));
            }
        }
        return toy;
    }

    Optional<Box> box(ContainerName name) {
        return Optional.ofNullable(boxes.get(name));
    }

    Toy performing(Action action) {
        var attempt = action.attempt();
        var box = box(attempt.container()).filter(it -> it.attempt().equals(attempt));
        return switch (action) {
            case Action.StartContainer _ -> box.isPresent() ? this : with(Box.asked(attempt));
            case Action.RunHook(_, var hook, _) -> {
                var other = new HashSet<>(hooks);
                other.add(new HookRun(attempt, hook));
                yield new Toy(boxes, other, heard, trouble, now);
            }
            case Action.SignalContainer(_, var signal, _) -> {
                var known = box.orElse(Box.asked(attempt));
                yield with(signal.equals(Signal.KILL) ? known.withKill() : known.withSignal());
            }
        };
    }
}
