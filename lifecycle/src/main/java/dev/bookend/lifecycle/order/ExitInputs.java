package dev.bookend.lifecycle.order;

import static dev.bookend.lifecycle.order.OrderKeys.EXIT;
import static dev.bookend.lifecycle.order.OrderKeys.EXIT_ENV;

import dev.bookend.lifecycle.pod.ContainerSpec;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The exit priority of every main container: from the annotation, the environment, or both.
public final class ExitInputs {
    private static final String PATH = OrderKeys.annotationPath(EXIT);

    private ExitInputs() {}

    public static Map<String, Priority> read(PodNames names, OrderFindings findings) {
        var annotated = fromAnnotation(names, findings);
        readNatives(names, annotated, findings);
        var priorities = new LinkedHashMap<String, Priority>();
        names.eachMain(
                (spec, path) -> {
                    var env = PriorityEnv.read(spec, path, EXIT_ENV, findings);
                    priorities.put(spec.name(), stated(spec.name(), annotated, env, findings));
                });
        return priorities;
    }

    private static void readNatives(
            PodNames names, Map<String, Priority> annotated, OrderFindings findings) {
        var places = new NativePlaces("exits before", findings);
        names.eachInit(
                (spec, path) -> {
                    var env = PriorityEnv.read(spec, path, EXIT_ENV, findings);
                    if (names.namedNatives().contains(spec.name())) {
                        places.next(spec.name(), stated(spec.name(), annotated, env, findings));
                    } else {
                        env.ifPresent(it -> refuseOnInit(spec, it, findings));
                    }
                });
    }

    private static Priority stated(
            String name,
            Map<String, Priority> annotated,
            Optional<Priority> env,
            OrderFindings findings) {
        var annotation = Optional.ofNullable(annotated.get(name));
        annotation.ifPresent(it -> env.ifPresent(own -> requireSame(name, it, own, findings)));
        return annotation.or(() -> env).orElse(Priority.none());
    }

    private static void requireSame(
            String name, Priority annotation, Priority env, OrderFindings findings) {
        if (annotation.value() != env.value()) {
            findings.refuse(
                    env.path(),
                    String.valueOf(env.value()),
                    "container %s has exit priority %d here and %d in annotation %s"
                            .formatted(name, env.value(), annotation.value(), EXIT),
                    "state it once, or twice the same");
        }
    }

    private static void refuseOnInit(
            ContainerSpec spec, Priority priority, OrderFindings findings) {
        findings.refuse(
                priority.path(),
                String.valueOf(priority.value()),
                "init container %s has an exit priority".formatted(spec.name()),
                "remove it: native sidecars exit last, in reverse order of the list");
    }

    private static Map<String, Priority> fromAnnotation(PodNames names, OrderFindings findings) {
        var priorities = new LinkedHashMap<String, Priority>();
        var text = names.annotation(EXIT);
        if (text.isEmpty()) {
            return priorities;
        }
        try {
            ExitAnnotation.parse(text.get())
                    .forEach((name, number) -> take(names, name, number, priorities, findings));
        } catch (ExitAnnotation.Malformed malformed) {
            findings.malformed(
                    PATH,
                    text.get(),
                    "%s %s".formatted(EXIT, malformed.getMessage()),
                    "write a JSON object of integers, as in {\"log-agent\":2,\"envoy\":1}");
        }
        return priorities;
    }

    private static void take(
            PodNames names,
            String name,
            String number,
            Map<String, Priority> priorities,
            OrderFindings findings) {
        var known = names.requireMain(name, PATH, findings);
        var value = Priority.inRange(number);
        if (value.isEmpty()) {
            findings.refuse(
                    PATH,
                    number,
                    "exit priority %s of %s is out of range".formatted(number, name),
                    "choose a number in " + Priority.RANGE);
        } else if (known) {
            priorities.put(name, new Priority(value.get(), PATH, true));
        }
    }
}
