package dev.bookend.simulator.dice;

import dev.bookend.lifecycle.order.OrderKeys;
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

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Makes up pods of every shape that the planner accepts.
final class PodDice {
    private static final Handler HANDLER = new Handler.Exec(List.of("true"));
    private final Dice dice;

    PodDice(Dice dice) {
        this.dice = dice;
    }

    PodManifest pod() {
        var mains = dice.between(1, 6);
        var inits = dice.chance(50) ? 0 : dice.between(1, 2);
        var annotations = new LinkedHashMap<String, String>();
        var containers = new ArrayList<ContainerSpec>();
        for (var i = 0; i < mains; i++) {
            containers.add(main("c" + i, i > 0 && dice.chance(35)));
        }
        order(annotations, mains);
        dice.maybe(20, () -> "count")
                .ifPresent(it -> annotations.put(OrderKeys.SIDECAR_EXIT_CODES, it));
        dice.maybe(30, () -> "true").ifPresent(it -> annotations.put(OrderKeys.STRICT_HOOKS, it));
        return new PodManifest(
                new PodMeta(
                        "default",
                        "sim",
                        Optional.empty(),
                        Optional.empty(),
                        Map.of(),
                        annotations),
                settings(),
                IntStream.range(0, inits).mapToObj(i -> init("i" + i)).toList(),
                containers,
                List.of());
    }

    private PodSettings settings() {
        var settings =
                PodSettings.DEFAULT
                        .withRestartPolicy(dice.pick(List.of(RestartPolicy.values())))
                        .withGrace(Duration.ofSeconds(dice.pick(List.of(0, 1, 2, 3, 10, 30, 30))));
        return dice.chance(20) ? settings.withActiveDeadline(dice.seconds(1, 60)) : settings;
    }

    /// Orders by annotation; those by environment variable come with the containers.
    private void order(Map<String, String> annotations, int mains) {
        if (dice.chance(15)) {
            annotations.put(OrderKeys.LAUNCH, OrderKeys.ORDERED);
        }
        if (dice.chance(30)) {
            annotations.put(
                    OrderKeys.EXIT,
                    IntStream.range(0, mains)
                            .mapToObj(i -> "\"c%d\":%d".formatted(i, dice.between(-1, 2)))
                            .collect(Collectors.joining(",", "{", "}")));
        }
        if (mains > 1 && dice.chance(15)) {
            annotations.put(OrderKeys.SIDECARS, "c" + (mains - 1));
        }
    }

    private ContainerSpec main(String name, boolean sidecar) {
        var draft = new ContainerSpecDraft(name);
        if (dice.chance(50)) {
            draft.env(OrderKeys.LAUNCH_ENV, String.valueOf(dice.between(-1, 2)));
        }
        if (dice.chance(30)) {
            draft.env(OrderKeys.EXIT_ENV, String.valueOf(dice.between(-1, 2)));
        }
        return draft.lifecycle(lifecycle(sidecar)).probes(probes()).spec();
    }

    private ContainerSpec init(String name) {
        var draft = new ContainerSpecDraft(name);
        if (dice.chance(50)) {
            draft.restartPolicy(Optional.of(RestartPolicy.ALWAYS));
            draft.lifecycle(lifecycle(false)).probes(probes());
        }
        return draft.spec();
    }

    private Lifecycle lifecycle(boolean sidecar) {
        return new Lifecycle(
                dice.maybe(25, () -> HANDLER),
                dice.maybe(40, () -> HANDLER),
                dice.maybe(10, () -> "SIGINT"),
                sidecar ? Optional.of("Sidecar") : Optional.empty());
    }

    private Probes probes() {
        return new Probes(
                dice.maybe(20, () -> probe(true)),
                dice.maybe(20, () -> probe(true)),
                dice.maybe(25, () -> probe(false)));
    }

    private Probe probe(boolean mayStop) {
        return new Probe(
                HANDLER,
                Duration.ZERO,
                Duration.ofSeconds(1),
                Duration.ofSeconds(1),
                1,
                3,
                mayStop ? dice.maybe(30, () -> dice.seconds(1, 5)) : Optional.empty());
    }
}
