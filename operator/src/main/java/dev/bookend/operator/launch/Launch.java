package dev.bookend.operator.launch;

import dev.bookend.lifecycle.order.BarrierLevel;
import dev.bookend.lifecycle.plan.Gate;
import dev.bookend.lifecycle.plan.LaunchFact;
import dev.bookend.lifecycle.plan.LaunchOrder;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.operator.launch.LaunchAction.Annotate;
import dev.bookend.operator.launch.LaunchAction.CreateMap;
import dev.bookend.operator.launch.LaunchAction.FailPod;
import dev.bookend.operator.launch.LaunchAction.LiftGate;
import dev.bookend.operator.launch.LaunchAction.OpenKeys;
import dev.bookend.operator.launch.LaunchAction.SetCondition;
import dev.bookend.operator.launch.LaunchAction.TakeOverMap;
import dev.bookend.operator.launch.LaunchAction.Tell;
import dev.bookend.operator.launch.LaunchMemory.Told;
import dev.bookend.operator.process.Log;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Decides what to do for an ordered pod, from what is seen of it. Pure: no clock, no network.
final class Launch {
    static final Duration CONDITION_AFTER = Duration.ofSeconds(5);
    static final Duration EVENT_AFTER = Duration.ofSeconds(30);

    /// A condition that changes often is written no more often than this.
    static final Duration SETTLE = Duration.ofSeconds(2);

    /// Nobody tells us when somebody's own map is gone.
    static final Duration TAKEN_LOOK = Duration.ofSeconds(3);

    /// A key that is still not seen by then is written again.
    static final Duration REPAIR_AFTER = Duration.ofSeconds(2);

    /// The kubelet looks at a woken pod within its relist period, one second.
    static final Duration FIRST_WAKE = Duration.ofMillis(1500);

    static final Duration LONGEST_WAKE = Duration.ofSeconds(10);
    static final int MOST_WAKES = 8;

    private final PodView pod;
    private final Optional<MapView> map;
    private final Instant now;
    private final Map<ContainerName, LaunchFact> facts;
    private final int openBefore;
    private final List<LaunchAction> actions = new ArrayList<>();
    private LaunchMemory memory;

    private Launch(PodView pod, Optional<MapView> map, LaunchMemory memory, Instant now) {
        this.pod = pod;
        this.map = map;
        this.now = now;
        this.openBefore = Math.max(Math.max(pod.opened(), memory.open()), keysOfMap());
        this.memory = memory.withSatisfied(satisfiedBefore(memory.satisfied()));
        this.facts = LaunchFacts.of(pod, this.memory.satisfied());
    }

    /// A level that is open tells that everybody before it has been ready, whoever saw it.
    private Set<ContainerName> satisfiedBefore(Set<ContainerName> seen) {
        var satisfied = new LinkedHashSet<>(seen);
        pod.levels().stream()
                .limit(Math.max(0, openBefore - 1))
                .forEach(level -> satisfied.addAll(level.containers()));
        return satisfied;
    }

    static LaunchStep step(PodView pod, Optional<MapView> map, LaunchMemory before, Instant now) {
        var memory = before.uid().equals(pod.uid()) ? before : LaunchMemory.of(pod.uid(), now);
        return new Launch(pod, map, memory, now).step();
    }

    private LaunchStep step() {
        if (pod.ending()) {
            return new LaunchStep(memory, List.of(), Optional.empty());
        }
        if (map.filter(it -> it.isForeignTo(pod)).isPresent()) {
            return taken();
        }
        remember();
        var open = open();
        keepMap(open);
        liftGate();
        advance(open);
        if (isHopeless(open)) {
            fail(open);
        } else if (isComplete(open)) {
            complete();
        } else {
            nudge(open);
            tell(open);
        }
        return new LaunchStep(memory, actions, wake(open));
    }

    private void remember() {
        var satisfied = new LinkedHashSet<>(memory.satisfied());
        facts.forEach(
                (name, fact) -> {
                    if (isDone(fact)) {
                        satisfied.add(name);
                    }
                });
        memory = memory.withSatisfied(satisfied);
    }

    private static boolean isDone(LaunchFact fact) {
        return fact.opens(Gate.Condition.SATISFIED);
    }

    /// Levels open one after another, and what was open once stays open (LAUNCH-4).
    private int open() {
        var earned = 1;
        while (earned < pod.levels().size() && mayStart(pod.levels().get(earned))) {
            earned++;
        }
        return Math.min(Math.max(earned, openBefore), pod.levels().size());
    }

    private int keysOfMap() {
        return map.filter(it -> it.isOf(pod))
                .map(
                        it ->
                                (int)
                                        keys(pod.levels().size()).stream()
                                                .filter(it.keys()::contains)
                                                .count())
                .orElse(0);
    }

    private boolean mayStart(BarrierLevel level) {
        return level.containers().stream()
                .allMatch(name -> LaunchOrder.mayStart(pod.plan().container(name), facts));
    }

    private List<String> keys(int levels) {
        return pod.levels().stream().limit(levels).map(BarrierLevel::key).toList();
    }

    private void keepMap(int open) {
        if (map.isEmpty()) {
            actions.add(new CreateMap(keys(open)));
        } else if (!map.get().isOf(pod) || !map.get().labelled()) {
            actions.add(new TakeOverMap(map.get().version(), keys(open)));
        } else {
            var missing = keys(open).stream().filter(it -> !map.get().keys().contains(it)).toList();
            if (!missing.isEmpty() && (memory.inMap() < open || isPast(REPAIR_AFTER))) {
                actions.add(new OpenKeys(missing));
            }
        }
        memory = memory.withInMap(open);
    }

    private void liftGate() {
        if (pod.gated() && map.filter(it -> it.isOf(pod)).isPresent()) {
            actions.add(new LiftGate());
        }
    }

    private void advance(int open) {
        if (open == memory.open()) {
            return;
        }
        if (open > Math.max(1, pod.opened())) {
            actions.add(new Annotate(open, Math.max(memory.woken(), pod.nudges())));
        }
        for (var level = Math.max(memory.open(), pod.opened()); level < open; level++) {
            actions.add(new Tell(false, "LevelOpened", LaunchWords.opened(pod, level)));
        }
        memory = memory.opened(open, now, now.plus(FIRST_WAKE));
    }

    private boolean isHopeless(int open) {
        return open < pod.levels().size()
                && pod.levels().get(open).containers().stream()
                        .anyMatch(
                                name ->
                                        !LaunchOrder.hopelessGates(
                                                        pod.plan().container(name), facts)
                                                .isEmpty());
    }

    private void fail(int open) {
        if (memory.told() != Told.END) {
            var message = LaunchWords.failed(pod, open, facts);
            actions.add(new Tell(true, "LaunchGateFailed", message));
            actions.add(new SetCondition(false, "LaunchGateFailed", message));
            actions.add(new FailPod());
            memory = memory.telling(Told.END);
        }
    }

    private boolean isComplete(int open) {
        return open == pod.levels().size() && (pod.isLaunched() || isLastLevelDone());
    }

    private boolean isLastLevelDone() {
        return pod.levels().getLast().containers().stream()
                .allMatch(name -> isDone(facts.getOrDefault(name, LaunchFact.UNDER_WAY)));
    }

    private void complete() {
        if (memory.told() != Told.END && !pod.isLaunched()) {
            var message = "all %d levels are up".formatted(pod.levels().size());
            actions.add(new SetCondition(true, "Launched", message));
        }
        memory = memory.telling(Told.END);
    }

    /// The kubelet retries a shut barrier only every 10 to 15 s unless it is woken.
    private void nudge(int open) {
        if (isHeldBack(open) && mayNudge() && !now.isBefore(memory.nextWake())) {
            var total = Math.max(memory.woken(), pod.nudges()) + 1;
            actions.add(new Annotate(open, total));
            memory = memory.nudged(total, now.plus(pause(memory.wokenForLevel() + 1)));
        }
    }

    private boolean mayNudge() {
        return memory.wokenForLevel() < MOST_WAKES;
    }

    private boolean isHeldBack(int open) {
        return pod.levels().stream()
                .limit(open)
                .flatMap(level -> level.containers().stream())
                .anyMatch(name -> pod.container(name).isHeldBack());
    }

    private static Duration pause(int wakes) {
        var pause = FIRST_WAKE.multipliedBy(1L << wakes);
        return pause.compareTo(LONGEST_WAKE) < 0 ? pause : LONGEST_WAKE;
    }

    private void tell(int open) {
        if (isUnsaid(open) && mayBeSaid() && !now.isBefore(memory.saidAt().plus(SETTLE))) {
            actions.add(new SetCondition(false, "LevelWaiting", waiting(open)));
            memory = memory.saying(now);
        }
        if (memory.told() == Told.CONDITION && isPast(EVENT_AFTER)) {
            actions.add(new Tell(true, "LevelWaiting", waiting(open)));
            memory = memory.telling(Told.EVENT);
        }
    }

    private String waiting(int open) {
        return Log.within(LaunchWords.waiting(pod, open, facts, memory.since()));
    }

    /// A short wait is not worth a word, but a word that is there has to be true.
    private boolean mayBeSaid() {
        return pod.condition().isPresent()
                || memory.told() != Told.NOTHING
                || isPast(CONDITION_AFTER);
    }

    private boolean isUnsaid(int open) {
        return pod.condition().filter(it -> it.message().equals(waiting(open))).isEmpty();
    }

    private boolean isPast(Duration wait) {
        return !now.isBefore(memory.since().plus(wait));
    }

    private Optional<Instant> wake(int open) {
        if (memory.told() == Told.END) {
            return Optional.empty();
        }
        var times = new ArrayList<Instant>();
        if (memory.told() == Told.NOTHING) {
            times.add(memory.since().plus(CONDITION_AFTER));
        }
        if (memory.told() != Told.EVENT) {
            times.add(memory.since().plus(EVENT_AFTER));
        }
        if (isHeldBack(open) && mayNudge()) {
            times.add(memory.nextWake());
        }
        if (isUnsaid(open) && mayBeSaid()) {
            times.add(memory.saidAt().plus(SETTLE));
        }
        return times.stream().min(Comparator.naturalOrder());
    }

    /// Somebody's own ConfigMap has the name that ours must have: theirs is never touched.
    private LaunchStep taken() {
        if (memory.told() == Told.NOTHING) {
            var message = LaunchWords.taken(pod);
            actions.add(new Tell(true, "BarrierNameTaken", message));
            actions.add(new SetCondition(false, "BarrierNameTaken", message));
            memory = memory.saying(now);
        }
        return new LaunchStep(memory, actions, Optional.of(now.plus(TAKEN_LOOK)));
    }
}
