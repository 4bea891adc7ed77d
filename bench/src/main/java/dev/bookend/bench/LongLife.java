package dev.bookend.bench;

import dev.bookend.lifecycle.engine.Engine;
import dev.bookend.lifecycle.life.ContainerState;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.ProbeVerdict;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.pod.ProbeKind;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.RuntimeId;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The events of a pod that comes up and then lives with probes that flap.
final class LongLife {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private final PodPlan plan;
    private final List<Event> events = new ArrayList<>();
    private PodState pod;

    private LongLife(PodPlan plan) {
        this.plan = plan;
        pod = PodState.unborn(plan);
    }

    static List<Event> events(PodPlan plan, int count) {
        var life = new LongLife(plan);
        life.comeUp();
        life.goOn(count);
        return List.copyOf(life.events.subList(0, count));
    }

    private void take(Event event) {
        events.add(event);
        pod = Engine.step(plan, pod, event).pod();
    }

    private Instant now() {
        return START.plusSeconds(events.size());
    }

    private void comeUp() {
        take(new Event.PodAccepted(now()));
        var starting = starting();
        while (!starting.isEmpty()) {
            starting.forEach(this::start);
            starting = starting();
        }
    }

    private List<Attempt> starting() {
        return pod.containers().values().stream()
                .map(life -> life.state())
                .filter(ContainerState.Starting.class::isInstance)
                .map(state -> ((ContainerState.Starting) state).attempt())
                .toList();
    }

    private void start(Attempt attempt) {
        take(new Event.ContainerStarted(attempt, new RuntimeId("bench://" + attempt), now()));
        if (attempt.container().text().equals("setup")) {
            take(new Event.ContainerExited(attempt, Exit.of(0), now()));
        } else {
            take(verdict(attempt, ProbeVerdict.PASSED));
        }
    }

    private Event verdict(Attempt attempt, ProbeVerdict verdict) {
        return new Event.ProbeReported(attempt, ProbeKind.READINESS, verdict, "", now());
    }

    private void goOn(int count) {
        while (events.size() < count) {
            for (var i = 0; i < 8; i++) {
                var attempt = new Attempt(new ContainerName("c" + i), 1);
                take(verdict(attempt, ProbeVerdict.FAILED));
                take(verdict(attempt, ProbeVerdict.PASSED));
            }
        }
    }
}
