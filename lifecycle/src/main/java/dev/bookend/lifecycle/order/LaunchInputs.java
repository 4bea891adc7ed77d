package dev.bookend.lifecycle.order;

import static dev.bookend.lifecycle.order.OrderKeys.LAUNCH;
import static dev.bookend.lifecycle.order.OrderKeys.LAUNCH_ENV;
import static dev.bookend.lifecycle.order.OrderKeys.ORDERED;

import dev.bookend.lifecycle.pod.ContainerSpec;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The launch priority of every main container: `Ordered`, or one by one from the environment.
public final class LaunchInputs {
    private LaunchInputs() {}

    public static Map<String, Priority> read(PodNames names, OrderFindings findings) {
        readNatives(names, findings);
        var ordered = ordered(names, findings);
        var priorities = new LinkedHashMap<String, Priority>();
        names.eachMain(
                (spec, path) -> {
                    var own = PriorityEnv.read(spec, path, LAUNCH_ENV, findings);
                    var place = -priorities.size();
                    priorities.put(
                            spec.name(),
                            ordered.map(at -> new Priority(place, at, true))
                                    .or(() -> own)
                                    .orElse(Priority.none()));
                    ordered.ifPresent(at -> own.ifPresent(env -> warnOverridden(env, findings)));
                });
        return priorities;
    }

    private static void readNatives(PodNames names, OrderFindings findings) {
        var places = new NativePlaces("starts after", findings);
        names.eachInit(
                (spec, path) -> {
                    var own = PriorityEnv.read(spec, path, LAUNCH_ENV, findings);
                    if (names.namedNatives().contains(spec.name())) {
                        places.next(spec.name(), own.orElse(Priority.none()));
                    } else {
                        own.ifPresent(it -> refuseOnInit(spec, it, findings));
                    }
                });
    }

    private static void refuseOnInit(
            ContainerSpec spec, Priority priority, OrderFindings findings) {
        findings.refuse(
                priority.path(),
                String.valueOf(priority.value()),
                "init container %s has a launch priority".formatted(spec.name()),
                "remove it: init containers start one after another in the order of the list");
    }

    private static void warnOverridden(Priority env, OrderFindings findings) {
        findings.warn(
                env.path(),
                String.valueOf(env.value()),
                "%s has no effect beside %s: %s".formatted(LAUNCH_ENV, LAUNCH, ORDERED),
                "remove one of the two");
    }

    /// The path of the annotation or label that says `Ordered`, if one does.
    private static Optional<String> ordered(PodNames names, OrderFindings findings) {
        var annotation =
                judge(names.annotation(LAUNCH), OrderKeys.annotationPath(LAUNCH), findings);
        var label =
                judge(
                        Optional.ofNullable(names.pod().meta().labels().get(LAUNCH)),
                        "metadata.labels[" + LAUNCH + "]",
                        findings);
        return annotation.or(() -> label);
    }

    private static Optional<String> judge(
            Optional<String> text, String path, OrderFindings findings) {
        if (text.isPresent() && !text.get().equals(ORDERED)) {
            findings.malformed(
                    path,
                    text.get(),
                    "%s is \"%s\"".formatted(LAUNCH, text.get()),
                    "the only value is Ordered; for other orders set %s in the containers"
                            .formatted(LAUNCH_ENV));
            return Optional.empty();
        }
        return text.map(_ -> path);
    }
}
