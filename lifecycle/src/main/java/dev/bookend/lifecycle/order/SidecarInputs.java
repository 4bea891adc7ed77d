package dev.bookend.lifecycle.order;

import static dev.bookend.lifecycle.order.OrderKeys.SIDECARS;

import dev.bookend.lifecycle.pod.ContainerSpec;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Which main containers are sidecars: `lifecycle.type` and the annotation (spec section 1).
public final class SidecarInputs {
    static final String SIDECAR = "Sidecar";
    private static final String STANDARD = "Standard";

    private SidecarInputs() {}

    public static Set<String> read(PodNames names, OrderFindings findings) {
        var sidecars = new LinkedHashSet<>(fromAnnotation(names, findings));
        names.eachInit((spec, path) -> refuseTypeOnInit(spec, path, findings));
        names.eachMain((spec, path) -> readType(spec, path, sidecars, findings));
        if (!names.mains().isEmpty()
                && sidecars.containsAll(names.mains())
                && !names.mayBeInjectedStandard(sidecars)) {
            findings.refuse(
                    "spec.containers",
                    String.join(",", names.mains()),
                    "all containers are sidecars, so there is nothing for them to accompany",
                    "leave at least one container standard");
        }
        return sidecars;
    }

    private static void readType(
            ContainerSpec spec, String path, Set<String> sidecars, OrderFindings findings) {
        var type = spec.lifecycle().type().orElse("");
        switch (type) {
            case "" -> {}
            case SIDECAR -> sidecars.add(spec.name());
            case STANDARD -> {
                if (sidecars.contains(spec.name())) {
                    findings.refuse(
                            path + ".lifecycle.type",
                            type,
                            "container %s is Standard here and a sidecar in annotation %s"
                                    .formatted(spec.name(), SIDECARS),
                            "remove one of the two statements");
                }
            }
            default ->
                    findings.refuse(
                            path + ".lifecycle.type",
                            type,
                            "lifecycle.type is \"%s\"".formatted(type),
                            "use Sidecar or Standard");
        }
    }

    private static void refuseTypeOnInit(ContainerSpec spec, String path, OrderFindings findings) {
        spec.lifecycle()
                .type()
                .ifPresent(
                        type ->
                                findings.refuse(
                                        path + ".lifecycle.type",
                                        type,
                                        "init container %s has a lifecycle.type"
                                                .formatted(spec.name()),
                                        "remove it; for a sidecar among the init containers use"
                                                + " restartPolicy: Always"));
    }

    private static Set<String> fromAnnotation(PodNames names, OrderFindings findings) {
        var sidecars = new LinkedHashSet<String>();
        var text = names.annotation(SIDECARS);
        if (text.isEmpty()) {
            return sidecars;
        }
        for (var name : parts(text.get())) {
            if (name.isEmpty()) {
                malformed(text.get(), "has an empty name", findings);
            } else if (!sidecars.add(name)) {
                malformed(text.get(), "names %s twice".formatted(name), findings);
            } else {
                names.requireMain(name, OrderKeys.annotationPath(SIDECARS), findings);
            }
        }
        sidecars.removeAll(names.namedNatives());
        return sidecars;
    }

    /// The names that an annotation lists, as they stand there.
    static List<String> parts(String text) {
        return Stream.of(text.split(",", -1)).map(String::strip).toList();
    }

    private static void malformed(String text, String what, OrderFindings findings) {
        findings.malformed(
                OrderKeys.annotationPath(SIDECARS),
                text,
                "%s %s".formatted(SIDECARS, what),
                "list each sidecar once, as in \"envoy,log-agent\"");
    }
}
