package dev.bookend.simulator.invariant;

import dev.bookend.lifecycle.order.OrderKeys;
import dev.bookend.lifecycle.plan.ContainerKind;
import dev.bookend.lifecycle.pod.ContainerSpec;
import dev.bookend.lifecycle.pod.EnvValue;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.value.ContainerName;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What a manifest asks for, read a second time and in the simplest way, so that the invariants do
/// not repeat a mistake of the planner or the engine. The manifest was accepted by the planner.
public final class Roles {
    private static final Pattern EXIT_ENTRY = Pattern.compile("\"([^\"]+)\"\\s*:\\s*(-?\\d+)");
    private final PodManifest pod;
    private final Map<ContainerName, Role> all = new LinkedHashMap<>();

    public Roles(PodManifest pod) {
        this.pod = pod;
        for (var spec : pod.initContainers()) {
            var sidecar = spec.restartPolicy().isPresent();
            add(spec, sidecar ? ContainerKind.NATIVE_SIDECAR : ContainerKind.INIT);
        }
        for (var spec : pod.containers()) {
            add(spec, isSidecar(spec) ? ContainerKind.SIDECAR : ContainerKind.STANDARD);
        }
    }

    private void add(ContainerSpec spec, ContainerKind kind) {
        var name = new ContainerName(spec.name());
        all.put(
                name,
                new Role(name, spec, kind, policy(kind), all.size(), launch(spec), exit(spec)));
    }

    public List<Role> all() {
        return List.copyOf(all.values());
    }

    Stream<Role> of(ContainerKind kind) {
        return all.values().stream().filter(role -> role.kind() == kind);
    }

    Role role(ContainerName name) {
        var role = all.get(name);
        if (role == null) {
            throw new IllegalArgumentException("no container " + name);
        }
        return role;
    }

    Duration grace() {
        return pod.settings().grace();
    }

    boolean strictHooks() {
        return annotation(OrderKeys.STRICT_HOOKS).filter("true"::equals).isPresent();
    }

    boolean countsSidecars() {
        return annotation(OrderKeys.SIDECAR_EXIT_CODES).filter("count"::equals).isPresent();
    }

    private RestartPolicy policy(ContainerKind kind) {
        var policy = pod.settings().restartPolicy();
        return switch (kind) {
            case INIT -> policy == RestartPolicy.NEVER ? policy : RestartPolicy.ON_FAILURE;
            case NATIVE_SIDECAR -> RestartPolicy.ALWAYS;
            case SIDECAR, STANDARD -> policy;
        };
    }

    private boolean isSidecar(ContainerSpec spec) {
        var listed = annotation(OrderKeys.SIDECARS).stream().flatMap(list -> words(list));
        return spec.lifecycle().type().filter("Sidecar"::equals).isPresent()
                || listed.anyMatch(spec.name()::equals);
    }

    private static Stream<String> words(String list) {
        return Stream.of(list.split(",", -1)).map(String::strip);
    }

    private long launch(ContainerSpec spec) {
        var ordered =
                annotation(OrderKeys.LAUNCH).isPresent()
                        || pod.meta().labels().containsKey(OrderKeys.LAUNCH);
        return ordered
                ? -pod.containers().indexOf(spec)
                : env(spec, OrderKeys.LAUNCH_ENV).orElse(0L);
    }

    private long exit(ContainerSpec spec) {
        var own = env(spec, OrderKeys.EXIT_ENV);
        return own.isPresent() ? own.get() : exitAnnotation(spec.name());
    }

    private long exitAnnotation(String name) {
        return annotation(OrderKeys.EXIT).stream()
                .flatMap(json -> EXIT_ENTRY.matcher(json).results())
                .filter(entry -> entry.group(1).equals(name))
                .map(entry -> Long.valueOf(entry.group(2)))
                .findFirst()
                .orElse(0L);
    }

    private static Optional<Long> env(ContainerSpec spec, String variable) {
        return spec.env().stream()
                .filter(entry -> entry.name().equals(variable))
                .map(entry -> entry.value())
                .filter(EnvValue.Literal.class::isInstance)
                .map(value -> Long.valueOf(((EnvValue.Literal) value).text()))
                .reduce((_, last) -> last);
    }

    private Optional<String> annotation(String key) {
        return Optional.ofNullable(pod.meta().annotations().get(key));
    }
}
