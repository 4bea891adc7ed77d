package dev.bookend.lifecycle.plan;

import static dev.bookend.lifecycle.order.OrderKeys.EXIT_ENV;
import static dev.bookend.lifecycle.order.OrderKeys.LAUNCH;
import static dev.bookend.lifecycle.order.OrderKeys.LAUNCH_ENV;

import dev.bookend.lifecycle.order.OrderKeys;
import dev.bookend.lifecycle.pod.EnvValue;
import dev.bookend.lifecycle.pod.EnvVar;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.lifecycle.rules.Findings;
import dev.bookend.lifecycle.rules.Home;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// What is wrong with a change of a pod (INPUT-7): its order is fixed for as long as it is there,
/// and what would be refused in a new pod is refused in a changed one.
public final class PodUpdate {
    private final Findings findings = new Findings();
    private final PodManifest before;
    private final PodManifest after;

    private PodUpdate(PodManifest before, PodManifest after) {
        this.before = before;
        this.after = after;
    }

    /// Errors only. What was wrong before is not the doing of this change: a pod that an older
    /// release took can still be labelled.
    public static List<Finding> findings(PodManifest before, PodManifest after, Home home) {
        var update = new PodUpdate(before, after);
        update.judgeOrder();
        var old = Planner.plan(before, home).all();
        Planner.plan(after, home).all().stream()
                .filter(Finding::isError)
                .filter(it -> !old.contains(it))
                .forEach(update.findings::add);
        return update.findings.list();
    }

    private void judgeOrder() {
        var old = before.meta();
        var next = after.meta();
        for (var key : OrderKeys.ANNOTATIONS) {
            fix(OrderKeys.annotationPath(key), key, old.annotations(), next.annotations());
        }
        fix("metadata.labels[" + LAUNCH + "]", LAUNCH, old.labels(), next.labels());
        var was = wishes(before);
        var wanted = wishes(after);
        var paths = new TreeSet<>(was.keySet());
        paths.addAll(wanted.keySet());
        paths.forEach(path -> fix(path, path, was, wanted));
    }

    /// What the containers themselves say of the order, by its path.
    private static Map<String, String> wishes(PodManifest pod) {
        var wishes = new LinkedHashMap<String, String>();
        pod.allContainers()
                .forEach(
                        spec -> {
                            var at = "spec container %s: ".formatted(spec.name());
                            spec.lifecycle()
                                    .type()
                                    .ifPresent(it -> wishes.put(at + "lifecycle.type", it));
                            spec.env().stream()
                                    .filter(it -> isOrder(it.name()))
                                    .forEach(it -> wishes.put(at + it.name(), text(it)));
                        });
        return wishes;
    }

    private static boolean isOrder(String variable) {
        return variable.equals(LAUNCH_ENV) || variable.equals(EXIT_ENV);
    }

    private static String text(EnvVar variable) {
        return variable.value() instanceof EnvValue.Literal(var text)
                ? text
                : String.valueOf(variable.value());
    }

    private void fix(String path, String key, Map<String, String> old, Map<String, String> next) {
        var was = Optional.ofNullable(old.get(key));
        var wanted = Optional.ofNullable(next.get(key));
        if (was.equals(wanted)) {
            return;
        }
        findings.add(
                Finding.error(
                        path,
                        wanted.orElse(""),
                        "INPUT-7",
                        "Forbidden: the order of a pod is fixed while it is there, and %s, which is"
                                        .formatted(key)
                                + " %s, would become %s".formatted(word(was), word(wanted)),
                        "leave it as it is, or delete the pod and make it anew"));
    }

    private static String word(Optional<String> value) {
        return value.map(Findings::quoted).orElse("absent");
    }
}
