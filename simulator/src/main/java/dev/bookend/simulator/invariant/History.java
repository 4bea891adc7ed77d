package dev.bookend.simulator.invariant;

import dev.bookend.lifecycle.life.Action;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.HookResult;
import dev.bookend.lifecycle.life.NoticeReason;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.ProbeVerdict;
import dev.bookend.lifecycle.life.Reason;
import dev.bookend.lifecycle.life.Step;
import dev.bookend.lifecycle.pod.HookKind;
import dev.bookend.lifecycle.pod.Probe;
import dev.bookend.lifecycle.pod.ProbeKind;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.Signal;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A pod's life as an onlooker puts it together from events and actions, without the engine's state
/// but for what its requests say of themselves. The invariants judge by it.
public final class History {
    private final Roles roles;
    private final Map<ContainerName, Sight> sights = new LinkedHashMap<>();
    private boolean terminating;
    private Optional<Instant> deadline = Optional.empty();
    private boolean graceZero;
    private boolean givenUp;
    private Instant agentUpSince;
    private Wishes wishes = Wishes.NONE;

    public History(Roles roles, Instant start) {
        this.roles = roles;
        agentUpSince = start;
        roles.all().forEach(role -> sights.put(role.name(), new Sight(role)));
    }

    History copy() {
        var copy = new History(roles, agentUpSince);
        sights.forEach((name, sight) -> copy.sights.put(name, sight.copy()));
        copy.terminating = terminating;
        copy.deadline = deadline;
        copy.graceZero = graceZero;
        copy.givenUp = givenUp;
        copy.wishes = wishes;
        return copy;
    }

    public List<Object> key() {
        var key = new ArrayList<Object>();
        sights.values().forEach(sight -> key.add(sight.key()));
        key.addAll(List.of(terminating, deadline, graceZero, givenUp, wishes));
        return key;
    }

    Roles roles() {
        return roles;
    }

    Sight sight(ContainerName name) {
        var sight = sights.get(name);
        if (sight == null) {
            throw new IllegalArgumentException("no container " + name);
        }
        return sight;
    }

    public Collection<Sight> sights() {
        return sights.values();
    }

    public boolean terminating() {
        return terminating;
    }

    /// When the whole pod's grace is over; asked for only when it terminates.
    Instant deadline() {
        return deadline.orElseThrow();
    }

    boolean graceZero() {
        return graceZero;
    }

    boolean givenUp() {
        return givenUp;
    }

    Instant agentUpSince() {
        return agentUpSince;
    }

    Wishes wishes() {
        return wishes;
    }

    /// When this container's own stop must be over: the pod's deadline, or its own if sooner.
    Optional<Instant> deadlineOf(Sight sight) {
        var own = sight.aloneDeadline;
        if (own.isEmpty() || deadline.filter(pod -> pod.isBefore(own.get())).isPresent()) {
            return deadline;
        }
        return own;
    }

    void observe(Event event, Instant now) {
        switch (event) {
            case Event.ContainerStarted(var attempt, var id, var at) -> {
                var sight = sight(attempt.container());
                if (lives(sight, attempt) && sight.started.isEmpty()) {
                    sight.started = Optional.of(at);
                    sight.id = Optional.of(id);
                }
            }
            case Event.StartFailed(var attempt, var reason, _, var at) -> {
                if (sight(attempt.container()).started.isEmpty()) {
                    end(attempt, new Exit(128, reason), at);
                }
            }
            case Event.ContainerExited(var attempt, var exit, var at) -> end(attempt, exit, at);
            case Event.HookStarted(var attempt, var hook, _) -> hookHeard(attempt, hook);
            case Event.HookFinished(var attempt, var hook, var result, _) ->
                    hookEnded(attempt, hook, result);
            case Event.ProbeReported report -> probed(report);
            case Event.StopRequested(var grace, var at) -> stop(grace, at);
            case Event.AgentRestarted _ -> agentUpSince = now;
            case Event.SandboxLost _ ->
                    sights.values().forEach(one -> one.loseSandbox(!terminating));
            case Event.PodAccepted _, Event.ContainerCreated _, Event.TimerFired _ -> {}
            case Event.RecreateRequested(var request, _) -> wishes = wishes.asked(request, now);
            case Event.RecreateCancelled(var id, _) -> wishes = wishes.without(Set.of(id), now);
        }
        sights.values().forEach(History::latch);
    }

    private static boolean lives(Sight sight, Attempt attempt) {
        return sight.mayRun && sight.asked == attempt.number();
    }

    private static void latch(Sight sight) {
        sight.everStarted |= sight.isStarted();
        sight.everReady |= sight.isReady();
    }

    private void end(Attempt attempt, Exit exit, Instant at) {
        var sight = sight(attempt.container());
        if (lives(sight, attempt)) {
            var awaited = wishes.awaited().contains(attempt.container());
            sight.end(exit, at, !terminating, awaited);
        }
    }

    private void hookHeard(Attempt attempt, HookKind hook) {
        var sight = sight(attempt.container());
        if (lives(sight, attempt) && hook == HookKind.PRE_STOP) {
            sight.preStopHeard = true;
        }
    }

    private void hookEnded(Attempt attempt, HookKind hook, HookResult result) {
        var sight = sight(attempt.container());
        if (!lives(sight, attempt)) {
            return;
        }
        if (hook == HookKind.PRE_STOP) {
            sight.preStopHeard = true;
            sight.preStopEnded = true;
        } else if (succeeded(result) && !sight.stopBegan()) {
            sight.postStartDone = true;
        }
    }

    boolean succeeded(HookResult result) {
        return switch (result) {
            case HookResult.Succeeded _ -> true;
            case HookResult.Answered _ -> !roles.strictHooks();
            case HookResult.Failed _ -> false;
        };
    }

    private void probed(Event.ProbeReported report) {
        var sight = sight(report.attempt().container());
        if (!lives(sight, report.attempt()) || sight.started.isEmpty()) {
            return;
        }
        var passed = report.verdict() == ProbeVerdict.PASSED;
        switch (report.probe()) {
            case STARTUP -> sight.startupPassed |= passed;
            case READINESS ->
                    sight.readinessPassed =
                            passed
                                    || (sight.readinessPassed
                                            && report.verdict() != ProbeVerdict.FAILED);
            case LIVENESS -> {}
        }
    }

    private void stop(Optional<Duration> grace, Instant at) {
        if (!terminating || grace.isPresent()) {
            var wanted = at.plus(grace.orElse(roles.grace()));
            graceZero |= grace.orElse(roles.grace()).isZero();
            deadline =
                    deadline.filter(earlier -> !earlier.isAfter(wanted))
                            .or(() -> Optional.of(wanted));
        }
    }

    /// Takes note of what a step did. A termination that nobody asked for has a grace of its own.
    void note(Step step, Instant now) {
        if (step.pod().stage() instanceof PodStage.Terminating
                || step.pod().stage() instanceof PodStage.Ended) {
            if (deadline.isEmpty()) {
                deadline = Optional.of(now.plus(roles.grace()));
                graceZero |= roles.grace().isZero();
            }
            if (!terminating) {
                terminating = true;
                sights.values().stream().filter(one -> !one.mayRun).forEach(History::noRestart);
            }
        }
        givenUp |=
                step.notices().stream()
                        .anyMatch(it -> it.reason() == NoticeReason.EXIT_ORDER_GIVEN_UP);
        step.actions().forEach(action -> note(action, step.pod(), now));
        wishes = wishes.told(step.pod(), now);
    }

    private static void noRestart(Sight sight) {
        sight.restartAt = Optional.empty();
        sight.forGood = sight.exit.isPresent();
    }

    private void note(Action action, PodState pod, Instant now) {
        var sight = sight(action.attempt().container());
        switch (action) {
            case Action.StartContainer(var attempt, _) -> {
                if (attempt.number() != sight.asked) {
                    sight.begin(attempt.number());
                }
            }
            case Action.RunHook(_, var hook, var reason) -> {
                if (hook == HookKind.PRE_STOP) {
                    stopBegins(sight, reason, pod, now);
                    sight.preStopsAsked++;
                } else {
                    sight.postStartsAsked++;
                }
            }
            case Action.SignalContainer(_, var signal, var reason) -> {
                stopBegins(sight, reason, pod, now);
                if (signal.equals(Signal.KILL)) {
                    sight.killed = sight.killed.or(() -> Optional.of(now));
                } else {
                    sight.signalled = sight.signalled.or(() -> Optional.of(now));
                }
            }
        }
    }

    private void stopBegins(Sight sight, Reason reason, PodState pod, Instant now) {
        if (sight.stopBegan() || terminating) {
            return;
        }
        var name = sight.role.name();
        if (reason == Reason.RECREATE_REQUESTED || reason == Reason.GRACE_ZERO) {
            sight.wantedBy = Wishes.stopper(pod, name);
        }
        sight.alone = true;
        sight.condemned = reason == Reason.LIVENESS_FAILED || reason == Reason.STARTUP_FAILED;
        var wish = sight.wantedBy.map(wishes.open()::get).map(it -> it.strategy().grace());
        sight.aloneDeadline =
                Optional.of(now.plus(wish.orElseGet(() -> aloneGrace(sight, reason))));
        sight.wantedBy.ifPresent(id -> wishes = wishes.stopped(id, name));
    }

    Duration aloneGrace(Sight sight, Reason reason) {
        var probes = sight.role.spec().probes();
        var probe =
                switch (reason) {
                    case LIVENESS_FAILED -> probes.of(ProbeKind.LIVENESS);
                    case STARTUP_FAILED -> probes.of(ProbeKind.STARTUP);
                    default -> Optional.<Probe>empty();
                };
        return probe.flatMap(Probe::grace).orElse(roles.grace());
    }
}
