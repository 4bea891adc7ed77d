package dev.bookend.lifecycle.order;

import static dev.bookend.lifecycle.order.OrderKeys.BARRIER_ENV;

import dev.bookend.lifecycle.pod.ContainerSpec;
import dev.bookend.lifecycle.pod.EnvValue;
import dev.bookend.lifecycle.pod.EnvVar;
import dev.bookend.lifecycle.pod.PodManifest;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The environment entry that holds a container back in a cluster (KUBE-1).
public final class Barrier {
    private Barrier() {}

    /// The name of the ConfigMap whose keys are the barriers of a pod.
    public static String mapName(String podName) {
        return podName + "-barrier";
    }

    /// The entry of every main container; none for a pod that has no order to keep.
    public static Map<String, EnvVar> variables(PodManifest pod) {
        var names = new PodNames(PodWish.of(pod));
        var unheard = new OrderFindings();
        var launch = LaunchInputs.read(names, unheard);
        var order = new PodOrder(SidecarInputs.read(names, unheard), launch, Map.of());
        var variables = new LinkedHashMap<String, EnvVar>();
        if (order.launchLevels().size() > 1) {
            launch.forEach(
                    (name, priority) ->
                            variables.put(name, variable(pod.meta().name(), priority.value())));
        }
        return variables;
    }

    public static EnvVar variable(String podName, int launchPriority) {
        return new EnvVar(
                BARRIER_ENV,
                new EnvValue.ConfigMapKeyRef(mapName(podName), "p_" + launchPriority, false));
    }

    /// Refuses a barrier that is not exactly the one written for this pod and container.
    public static void judge(PodNames names, PodOrder order, OrderFindings findings) {
        var ordered = order.launchLevels().size() > 1;
        names.eachInit((spec, path) -> judge(spec, path, Optional.empty(), findings));
        names.eachMain(
                (spec, path) -> {
                    var own =
                            variable(
                                    names.pod().meta().name(), order.launchOf(spec.name()).value());
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
