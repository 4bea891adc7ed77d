package dev.bookend.simulator.explore;

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
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Every pod of up to three containers, but for those that differ only in the names and places of
/// containers that play the same part.
final class PodShapes {
    private static final Handler HANDLER = new Handler.Exec(List.of("true"));
    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final int MOST_CONTAINERS = 3;

    /// A main container's part in both orders.
    private record Part(boolean sidecar, int launch, int exit) {
        String text() {
            return "%s%d%d".formatted(sidecar, launch, exit);
        }
    }

    /// What containers have beside their program.
    private enum Extras {
        NONE,
        PRE_STOP,
        POST_START_AND_READINESS
    }

    private PodShapes() {}

    static List<PodManifest> all() {
        var pods = new ArrayList<PodManifest>();
        for (var inits : inits()) {
            for (var mains : mains(MOST_CONTAINERS - inits.length())) {
                for (var policy : RestartPolicy.values()) {
                    for (var extras : Extras.values()) {
                        pods.add(pod(inits, mains, policy, extras));
                    }
                }
            }
        }
        return pods;
    }

    /// `i` is a regular init container, `n` a native sidecar.
    private static List<String> inits() {
        return List.of("", "i", "n", "ii", "in", "ni", "nn");
    }

    /// All combinations of parts; ranks are dense, so that equal orders are met once.
    private static List<List<Part>> mains(int most) {
        var found = new LinkedHashMap<String, List<Part>>();
        for (var count = 1; count <= most; count++) {
            combinations(count)
                    .filter(parts -> parts.stream().anyMatch(part -> !part.sidecar()))
                    .filter(PodShapes::isDense)
                    .forEach(parts -> found.putIfAbsent(canonical(parts), parts));
        }
        return List.copyOf(found.values());
    }

    private static Stream<List<Part>> combinations(int count) {
        if (count == 0) {
            return Stream.of(List.of());
        }
        return combinations(count - 1)
                .flatMap(
                        rest ->
                                IntStream.range(0, 18)
                                        .mapToObj(
                                                i -> {
                                                    var all = new ArrayList<>(rest);
                                                    all.add(new Part(i >= 9, i / 3 % 3, i % 3));
                                                    return List.copyOf(all);
                                                }));
    }

    private static boolean isDense(List<Part> parts) {
        return Stream.of(true, false)
                .map(kind -> parts.stream().filter(part -> part.sidecar() == kind).toList())
                .allMatch(
                        group ->
                                noGaps(group.stream().map(Part::launch).toList())
                                        && noGaps(group.stream().map(Part::exit).toList()));
    }

    private static boolean noGaps(List<Integer> ranks) {
        return ranks.stream().allMatch(rank -> rank == 0 || ranks.contains(rank - 1));
    }

    private static String canonical(List<Part> parts) {
        return parts.stream().map(Part::text).sorted().collect(Collectors.joining(" "));
    }

    private static PodManifest pod(
            String inits, List<Part> mains, RestartPolicy policy, Extras extras) {
        return new PodManifest(
                PodMeta.named("default", "shape"),
                PodSettings.DEFAULT.withRestartPolicy(policy).withGrace(GRACE),
                IntStream.range(0, inits.length())
                        .mapToObj(i -> init("i" + i, inits.charAt(i) == 'n', extras))
                        .toList(),
                IntStream.range(0, mains.size())
                        .mapToObj(i -> main("c" + i, mains.get(i), extras))
                        .toList(),
                List.of());
    }

    private static ContainerSpec init(String name, boolean isNative, Extras extras) {
        var draft = new ContainerSpecDraft(name);
        if (isNative) {
            draft.restartPolicy(Optional.of(RestartPolicy.ALWAYS));
            furnish(draft, extras, Optional.empty());
        }
        return draft.spec();
    }

    private static ContainerSpec main(String name, Part part, Extras extras) {
        var draft = new ContainerSpecDraft(name);
        if (part.launch() != 0) {
            draft.env(OrderKeys.LAUNCH_ENV, String.valueOf(part.launch()));
        }
        if (part.exit() != 0) {
            draft.env(OrderKeys.EXIT_ENV, String.valueOf(part.exit()));
        }
        furnish(draft, extras, part.sidecar() ? Optional.of("Sidecar") : Optional.empty());
        return draft.spec();
    }

    private static void furnish(ContainerSpecDraft draft, Extras extras, Optional<String> type) {
        var hook = Optional.of(HANDLER);
        var none = Optional.<Handler>empty();
        var postStart = extras == Extras.POST_START_AND_READINESS ? hook : none;
        var preStop = extras == Extras.PRE_STOP ? hook : none;
        draft.lifecycle(new Lifecycle(postStart, preStop, Optional.empty(), type));
        if (extras == Extras.POST_START_AND_READINESS) {
            draft.probes(
                    new Probes(Optional.empty(), Optional.empty(), Optional.of(Probe.of(HANDLER))));
        }
    }
}
