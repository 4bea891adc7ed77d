package dev.bookend.agent.container;

import dev.bookend.agent.environment.Environment;
import dev.bookend.agent.environment.PodObjects;
import dev.bookend.agent.environment.StartRefused;
import dev.bookend.agent.volume.VolumePlaces;
import dev.bookend.agent.volume.Volumes;
import dev.bookend.lifecycle.pod.ContainerSpec;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.pod.Resources;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Quantity;
import dev.bookend.runtime.ContainerRequest;
import dev.bookend.runtime.Limits;
import dev.bookend.runtime.Mount;
import dev.bookend.runtime.ProcessRights;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// Turns what the manifest says of a container into what a runtime needs, every reference resolved.
/// Thread-safe.
public final class ContainerRequests {
    private static final int MILLI = 1000;
    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE / MILLI / MILLI);

    private final PodManifest pod;
    private final Volumes volumes;
    private final Map<ContainerName, ContainerSpec> specs = new LinkedHashMap<>();
    private final Map<ContainerName, Environment> environments = new ConcurrentHashMap<>();
    private final String uid;
    private final PodObjects objects;

    public ContainerRequests(PodManifest pod, String uid, VolumePlaces places, PodObjects objects) {
        this.pod = pod;
        this.uid = uid;
        this.objects = objects;
        volumes = new Volumes(pod, uid, places, objects);
        pod.allContainers().forEach(spec -> specs.put(new ContainerName(spec.name()), spec));
    }

    public Volumes volumes() {
        return volumes;
    }

    /// Whether nothing that the container needs may still be made or changed by those before it.
    public boolean isSafeAhead(ContainerName name) {
        return spec(name).mounts().stream().allMatch(volumes::isSafeAhead);
    }

    public ContainerSpec spec(ContainerName name) {
        var spec = specs.get(name);
        if (spec == null) {
            throw new IllegalArgumentException("no container " + name);
        }
        return spec;
    }

    /// The environment that the container was last made with, or one as good as can be told if an
    /// earlier agent made it.
    public Environment environment(ContainerName name) {
        return environments.computeIfAbsent(name, this::remade);
    }

    private Environment remade(ContainerName name) {
        try {
            return Environment.of(pod, spec(name), uid, objects);
        } catch (StartRefused _) {
            return Environment.UNKNOWN;
        }
    }

    public ContainerRequest request(Attempt attempt) throws StartRefused {
        var spec = spec(attempt.container());
        var env = Environment.of(pod, spec, uid, objects);
        environments.put(attempt.container(), env);
        return new ContainerRequest(
                attempt,
                env.expand(Stream.concat(spec.command().stream(), spec.args().stream()).toList()),
                env.all(),
                spec.workingDir(),
                mounts(spec, env),
                rights(spec),
                limits(spec.resources()),
                Optional.of(spec.terminationMessage().path()),
                spec.tty());
    }

    private static Limits limits(Resources resources) {
        var cpu = amount(resources.limits(), "cpu", MILLI);
        return new Limits(
                amount(resources.limits(), "memory", 1),
                cpu,
                amount(resources.requests(), "cpu", MILLI).or(() -> cpu));
    }

    private static Optional<Long> amount(Map<String, String> amounts, String name, int unit) {
        return Optional.ofNullable(amounts.get(name))
                .flatMap(Quantity::of)
                .map(it -> it.amount().multiply(BigDecimal.valueOf(unit)))
                .map(it -> it.min(MOST).setScale(0, RoundingMode.CEILING).longValueExact())
                .filter(it -> it > 0);
    }

    private List<Mount> mounts(ContainerSpec spec, Environment env) throws StartRefused {
        var mounts = new ArrayList<Mount>();
        for (var mount : spec.mounts()) {
            mounts.add(volumes.mount(mount, env));
        }
        return mounts;
    }

    private ProcessRights rights(ContainerSpec spec) {
        var own = spec.security();
        var shared = pod.settings().security();
        var groups = new ArrayList<>(shared.supplementalGroups());
        shared.fsGroup().ifPresent(groups::add);
        return new ProcessRights(
                own.runAsUser().or(shared::runAsUser),
                own.runAsGroup().or(shared::runAsGroup),
                groups,
                own.privileged().orElse(false),
                own.allowPrivilegeEscalation().orElse(true),
                own.readOnlyRootFilesystem().orElse(false),
                own.addedCapabilities(),
                own.droppedCapabilities(),
                own.seccompProfile()
                        .or(shared::seccompProfile)
                        .filter("RuntimeDefault"::equals)
                        .isPresent());
    }
}
