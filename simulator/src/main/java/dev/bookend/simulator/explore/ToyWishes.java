package dev.bookend.simulator.explore;

import dev.bookend.lifecycle.engine.RecreateSight;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.plan.ContainerKind;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.recreate.RecreateAdmission;
import dev.bookend.lifecycle.recreate.RecreateRequest;
import dev.bookend.lifecycle.recreate.RecreateSpec;
import dev.bookend.lifecycle.recreate.RecreateVerdict;
import dev.bookend.lifecycle.recreate.RequestId;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The recreations that somebody may ask for in the exploration: a patient one of everything that
/// runs, and a rude one of the first container. Larger pods would take the time of all others.
final class ToyWishes {
    private static final RecreateSpec.Strategy PATIENT =
            new RecreateSpec.Strategy(
                    Optional.of("Ignore"),
                    false,
                    false,
                    Optional.empty(),
                    Optional.of(1L),
                    Optional.of(1L));
    private static final RecreateSpec.Strategy RUDE =
            new RecreateSpec.Strategy(
                    Optional.of("Fail"),
                    true,
                    true,
                    Optional.of(0L),
                    Optional.empty(),
                    Optional.empty());

    private static final int MOST_CONTAINERS = 2;

    private ToyWishes() {}

    static Stream<RecreateRequest> of(PodPlan plan, PodState pod, Instant now) {
        if (plan.containers().size() > MOST_CONTAINERS) {
            return Stream.empty();
        }
        var seen = RecreateSight.of(plan, pod, "uid", "node");
        var names =
                seen.candidates().entrySet().stream()
                        .filter(it -> it.getValue().everStarted())
                        .filter(it -> it.getValue().kind() != ContainerKind.INIT)
                        .filter(it -> it.getValue().policy() != RestartPolicy.NEVER)
                        .map(it -> new RecreateSpec.Entry(it.getKey(), List.of()))
                        .toList();
        var first = names.stream().limit(1).toList();
        var id = new RequestId("r" + pod.recreations().size(), "u");
        return Stream.of(
                        spec(plan, names, PATIENT, Optional.empty()),
                        spec(plan, first, RUDE, Optional.of(3L)))
                .map(spec -> RecreateAdmission.judge(spec, id, Optional.of(seen), now))
                .flatMap(
                        verdict ->
                                verdict instanceof RecreateVerdict.Accepted(var request, _, _)
                                        ? Stream.of(request)
                                        : Stream.empty());
    }

    private static RecreateSpec spec(
            PodPlan plan,
            List<RecreateSpec.Entry> entries,
            RecreateSpec.Strategy strategy,
            Optional<Long> deadline) {
        return new RecreateSpec(plan.pod().name(), entries, strategy, deadline, Optional.empty());
    }
}
