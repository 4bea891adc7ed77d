package dev.bookend.agent.charge;

import dev.bookend.lifecycle.plan.PlanResult;
import dev.bookend.lifecycle.plan.Planner;
import dev.bookend.lifecycle.pod.ContainerSpec;
import dev.bookend.lifecycle.pod.ContainerSpecDraft;
import dev.bookend.lifecycle.pod.EnvValue;
import dev.bookend.lifecycle.pod.EnvVar;
import dev.bookend.lifecycle.pod.Handler;
import dev.bookend.lifecycle.pod.Lifecycle;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.pod.PodMeta;
import dev.bookend.lifecycle.pod.PodSettings;
import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.rules.Home;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Pods for tests, put together from a few words.
public final class TestPods {
    private TestPods() {}

    public static ContainerSpecDraft container(String name, String command) {
        return new ContainerSpecDraft(name)
                .image(Optional.of("none"))
                .command(List.of(command.split(" ")));
    }

    /// Containers with a larger priority start earlier and, unless told otherwise, exit later.
    public static ContainerSpecDraft at(int priority, ContainerSpecDraft container) {
        var number = String.valueOf(priority);
        return container.env(
                List.of(
                        new EnvVar("KRUISE_CONTAINER_PRIORITY", new EnvValue.Literal(number)),
                        new EnvVar("KRUISE_EXIT_PRIORITY", new EnvValue.Literal(number))));
    }

    public static Lifecycle hooks(Optional<Handler> postStart, Optional<Handler> preStop) {
        return new Lifecycle(postStart, preStop, Optional.empty(), Optional.empty());
    }

    public static Optional<Handler> exec(String command) {
        return Optional.of(new Handler.Exec(List.of(command.split(" "))));
    }

    public static PodManifest pod(RestartPolicy policy, ContainerSpecDraft... containers) {
        return new PodManifest(
                PodMeta.named("default", "web"),
                PodSettings.DEFAULT.withRestartPolicy(policy).withGrace(Duration.ofSeconds(20)),
                List.of(),
                List.of(containers).stream().map(ContainerSpecDraft::spec).toList(),
                List.of());
    }

    static PodManifest withInit(PodManifest pod, ContainerSpec... init) {
        return new PodManifest(
                pod.meta(), pod.settings(), List.of(init), pod.containers(), pod.volumes());
    }

    public static PodCharge charge(PodManifest pod) {
        return switch (Planner.plan(pod, Home.EMBEDDED)) {
            case PlanResult.Planned(var plan, _) ->
                    new PodCharge(pod, plan, pod.toString(), Optional.empty());
            case PlanResult.Rejected(var findings) ->
                    throw new IllegalArgumentException(findings.toString());
        };
    }
}
