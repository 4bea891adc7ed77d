package dev.bookend.lifecycle.order;

import static dev.bookend.lifecycle.order.OrderKeys.BARRIER_ENV;

import dev.bookend.lifecycle.pod.ContainerSpec;
import dev.bookend.lifecycle.pod.EnvValue;
import dev.bookend.lifecycle.pod.EnvVar;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.value.ContainerName;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;

/// The environment entry that holds a container back in a cluster (KUBE-1).
public final class Barrier {
    private static final String KEY = "p_";

    private Barrier() {}

    /// The name of the ConfigMap whose keys are the barriers of a pod.
    public static String mapName(String podName) {
        return podName + "-barrier";
    }

    public static boolean isKey(String text) {
        return text.startsWith(KEY);
    }

    /// The entry of every main container; none for a pod that has no order to keep.
    public static Map<String, EnvVar> variables(PodManifest pod) {
        var variables = new LinkedHashMap<String, EnvVar>();
        for (var level : levels(pod)) {
            level.containers()
                    .forEach(name -> variables.put(name.text(), variable(pod, level.key())));
        }
        return variables;
    }

    /// The first level first; none for a pod that has no order to keep.
    public static List<BarrierLevel> levels(PodManifest pod) {
        var order = order(pod);
        var levels = order.launchLevels();
        return levels.size() > 1
                ? levels.values().stream().map(level -> level(order, level)).toList()
                : List.of();
    }

    private static PodOrder order(PodManifest pod) {
        var names = new PodNames(PodWish.of(pod));
        var unheard = new OrderFindings();
        return new PodOrder(
                SidecarInputs.read(names, unheard), LaunchInputs.read(names, unheard), Map.of());
    }

    private static BarrierLevel level(PodOrder order, SequencedSet<String> names) {
        return new BarrierLevel(
                key(order, names.getFirst()), names.stream().map(ContainerName::new).toList());
    }

    private static String key(PodOrder order, String name) {
        return KEY + order.launchOf(name).value();
    }

    private static EnvVar variable(PodManifest pod, String key) {
        var map = mapName(pod.meta().name());
        return new EnvVar(BARRIER_ENV, new EnvValue.ConfigMapKeyRef(map, key, false));
    }

    /// Whether every main container of a pod that has an order to keep has its barrier.
    public static boolean isWhole(PodManifest pod) {
        var expected = variables(pod);
        return pod.containers().stream()
                .allMatch(
                        spec ->
                                !expected.containsKey(spec.name())
                                        || spec.env().contains(expected.get(spec.name())));
    }

    /// Whether this is a barrier that Bookend wrote for a pod of this name, whatever its level.
    public static boolean isOf(String podName, EnvVar entry) {
        return entry.name().equals(BARRIER_ENV)
                && entry.value() instanceof EnvValue.ConfigMapKeyRef(var map, _, var optional)
                && map.equals(mapName(podName))
                && !optional;
    }

    /// Refuses a barrier that is not exactly the one written for this pod and container.
    public static void judge(PodNames names, PodOrder order, OrderFindings findings) {
        var ordered = order.launchLevels().size() > 1;
        names.eachInit((spec, path) -> judge(spec, path, Optional.empty(), findings));
        names.eachMain(
                (spec, path) -> {
                    var own = variable(names.pod(), key(order, spec.name()));
                    judge(spec, path, ordered ? Optional.of(own) : Optional.empty(), findings);
                });
    }

    private static void judge(
            ContainerSpec spec, String path, Optional<EnvVar> expected, OrderFindings findings) {
        for (var i = 0; i < spec.env().size(); i++) {
            var entry = spec.env().get(i);
            if (entry.name().equals(BARRIER_ENV) && !Optional.of(entry).equals(expected)) {
                findings.refuse(
                        path + ".env[" + i + "]",
                        BARRIER_ENV,
                        "%s of %s is not the one Bookend writes for this container"
                                .formatted(BARRIER_ENV, spec.name()),
                        "remove it: the barrier is added at admission");
            }
        }
    }
}
