package dev.bookend.cli.live;

import dev.bookend.agent.charge.PodCharge;
import dev.bookend.lifecycle.engine.Engine;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.RuntimeId;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A pod some of whose containers have started, by word only.
public final class BegunPod {
    static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");

    private BegunPod() {}

    public static PodPlan plan(List<String> names) {
        var pod = new StringBuilder("{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: ");
        var containers = names.stream().map("{name: %s, image: x, command: [x]}"::formatted);
        pod.append("{containers: ").append(containers.toList()).append("}}");
        return PodCharge.read(pod.toString(), Optional.empty()).orElseThrow().plan();
    }

    public static PodState of(PodPlan plan, List<String> started) {
        var pod = Engine.step(plan, PodState.unborn(plan), new Event.PodAccepted(AT)).pod();
        for (var name : started) {
            var attempt = new Attempt(new ContainerName(name), 1);
            var event = new Event.ContainerStarted(attempt, new RuntimeId(name), AT);
            pod = Engine.step(plan, pod, event).pod();
        }
        return pod;
    }
}
