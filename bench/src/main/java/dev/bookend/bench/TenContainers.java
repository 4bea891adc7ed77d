package dev.bookend.bench;

import dev.bookend.lifecycle.order.OrderKeys;
import dev.bookend.lifecycle.plan.PlanResult;
import dev.bookend.lifecycle.plan.Planner;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.pod.ContainerSpec;
import dev.bookend.lifecycle.pod.ContainerSpecDraft;
import dev.bookend.lifecycle.pod.Handler;
import dev.bookend.lifecycle.pod.Lifecycle;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.pod.PodMeta;
import dev.bookend.lifecycle.pod.PodSettings;
import dev.bookend.lifecycle.pod.Probe;
import dev.bookend.lifecycle.pod.Probes;
import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.rules.Home;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// A large pod: an init container, a native sidecar, two sidecars and six standard containers in
/// three levels, with hooks and probes.
final class TenContainers {
    private static final Handler HANDLER = new Handler.Exec(List.of("true"));

    private TenContainers() {}

    static PodManifest manifest() {
        return new PodManifest(
                PodMeta.named("default", "ten"),
                PodSettings.DEFAULT,
                List.of(
                        ContainerSpec.named("setup"),
                        new ContainerSpecDraft("mesh")
                                .restartPolicy(Optional.of(RestartPolicy.ALWAYS))
                                .spec()),
                IntStream.range(0, 8).mapToObj(TenContainers::main).toList(),
                List.of());
    }

    static PodPlan plan() {
        return switch (Planner.plan(manifest(), Home.EMBEDDED)) {
            case PlanResult.Planned(var plan, _) -> plan;
            case PlanResult.Rejected(var findings) ->
                    throw new IllegalStateException(findings.toString());
        };
    }

    private static ContainerSpec main(int number) {
        var sidecar = number < 2;
        var draft = new ContainerSpecDraft("c" + number);
        if (!sidecar) {
            draft.env(OrderKeys.LAUNCH_ENV, String.valueOf(number % 3));
            draft.env(OrderKeys.EXIT_ENV, String.valueOf(number % 3));
        }
        return draft.lifecycle(
                        new Lifecycle(
                                Optional.empty(),
                                Optional.of(HANDLER),
                                Optional.empty(),
                                sidecar ? Optional.of("Sidecar") : Optional.empty()))
                .probes(
                        new Probes(
                                Optional.empty(), Optional.empty(), Optional.of(Probe.of(HANDLER))))
                .spec();
    }
}
