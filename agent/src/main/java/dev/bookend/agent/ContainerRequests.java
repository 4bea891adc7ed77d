package dev.bookend.agent;

import dev.bookend.lifecycle.Attempt;
import dev.bookend.lifecycle.ContainerName;
import dev.bookend.lifecycle.ContainerSpec;
import dev.bookend.lifecycle.PodManifest;
import dev.bookend.runtime.ContainerRequest;
import dev.bookend.runtime.Mount;
import dev.bookend.runtime.ProcessRights;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Turns what the manifest says of a container into what a runtime needs, every reference resolved.
/// Thread-safe.
final class ContainerRequests {
    private final PodManifest pod;
    private final Volumes volumes;
    private final Map<ContainerName, ContainerSpec> specs = new LinkedHashMap<>();
    private final String uid;

    ContainerRequests(PodManifest pod, String uid, Path volumeDirectory) {
        this.pod = pod;
        this.uid = uid;
        volumes = new Volumes(pod, volumeDirectory);
        pod.allContainers().forEach(spec -> specs.put(new ContainerName(spec.name()), spec));
    }

    ContainerSpec spec(ContainerName name) {
        var spec = specs.get(name);
        if (spec == null) {
            throw new IllegalArgumentException("no container " + name);
        }
        return spec;
    }

    Environment environment(ContainerName name) {
        return Environment.of(pod, spec(name), uid);
    }

    ContainerRequest request(Attempt attempt) throws StartRefused {
        var spec = spec(attempt.container());
        var env = environment(attempt.container());
        return new ContainerRequest(
                attempt,
                env.expand(Stream.concat(spec.command().stream(), spec.args().stream()).toList()),
                env.all(),
                spec.workingDir(),
                mounts(spec, env),
                rights(spec),
                spec.tty());
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
                own.droppedCapabilities());
    }
}
