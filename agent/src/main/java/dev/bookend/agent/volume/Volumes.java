package dev.bookend.agent.volume;

import dev.bookend.agent.environment.Environment;
import dev.bookend.agent.environment.PodObjects;
import dev.bookend.agent.environment.StartRefused;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.pod.Volume;
import dev.bookend.lifecycle.pod.VolumeMount;
import dev.bookend.lifecycle.pod.VolumeSource;
import dev.bookend.lifecycle.value.Quantity;
import dev.bookend.runtime.GuardedFiles.Step;
import dev.bookend.runtime.Mount;

import java.io.IOException;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The pod's volumes on this machine, made when a container first needs them.
public final class Volumes {
    private static final int EMPTY_DIR_MODE = 0777;

    private final PodManifest pod;
    private final VolumePlaces places;
    private final VolumeFiles files;
    private final Ownership ownership;
    private final Map<String, Map<String, VolumeFile>> shown = new HashMap<>();

    public Volumes(PodManifest pod, String uid, VolumePlaces places, PodObjects objects) {
        this.pod = pod;
        this.places = places;
        files = new VolumeFiles(pod, uid, objects);
        ownership = new Ownership(pod.settings().security().fsGroup());
    }

    public Mount mount(VolumeMount mount, Environment env) throws StartRefused {
        var volume = volume(mount.volume());
        var sub = SubPath.of(mount, env);
        var readOnly = mount.readOnly() || VolumeFiles.isMade(volume.source());
        var isOwn = !(volume.source() instanceof VolumeSource.HostPath);
        return new Mount(root(volume), sub, mount.mountPath(), readOnly, isOwn);
    }

    /// Whether a volume may be looked at before the containers that come earlier have run.
    public boolean isSafeAhead(VolumeMount mount) {
        return mount.subPath().isEmpty()
                && mount.subPathExpr().isEmpty()
                && pod.volumes().stream()
                        .filter(each -> each.name().equals(mount.volume()))
                        .noneMatch(each -> isToCome(each.source()));
    }

    /// What is no directory may still be made, or replaced as sockets are, by earlier containers.
    private static boolean isToCome(VolumeSource source) {
        return source instanceof VolumeSource.HostPath(var path, _)
                && !Files.isDirectory(Path.of(path));
    }

    /// Brings the files up to date. What is missing by now stays as it was.
    public synchronized void refresh() {
        for (var volume : pod.volumes()) {
            if (shown.containsKey(volume.name()) || isLeft(volume)) {
                try {
                    show(volume);
                } catch (StartRefused _) {
                    // A running container keeps what it has, as in Kubernetes.
                }
            }
        }
    }

    /// Whether an agent before this one made its files.
    private boolean isLeft(Volume volume) {
        return VolumeFiles.isMade(volume.source())
                && Files.exists(made(volume).resolve("..data"), LinkOption.NOFOLLOW_LINKS);
    }

    private Path made(Volume volume) {
        return VolumeFiles.isSecret(volume.source())
                ? places.secret(volume.name())
                : places.disk().resolve(volume.name());
    }

    /// Takes away all of them, which must not outlive the pod.
    public synchronized void release() {
        places.clear();
        shown.clear();
    }

    private Volume volume(String name) throws StartRefused {
        return pod.volumes().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new StartRefused("there is no volume " + name));
    }

    private synchronized Path root(Volume volume) throws StartRefused {
        return switch (volume.source()) {
            case VolumeSource.EmptyDir dir -> emptyDir(volume.name(), dir);
            case VolumeSource.HostPath(var path, var type) ->
                    new HostPath(volume.name(), path, type).path();
            case VolumeSource.ConfigMapFiles _,
                    VolumeSource.SecretFiles _,
                    VolumeSource.DownwardFiles _,
                    VolumeSource.Projected _ ->
                    show(volume);
            case VolumeSource.Other(var kind) ->
                    throw new StartRefused(
                            "volume %s is of the unsupported kind %s"
                                    .formatted(volume.name(), kind));
        };
    }

    private Path emptyDir(String name, VolumeSource.EmptyDir dir) throws StartRefused {
        var onDisk = places.disk().resolve(name);
        if (dir.medium().isEmpty()) {
            return empty(onDisk);
        }
        var mounts = new MemoryMounts(places.files());
        var size = dir.sizeLimit().flatMap(Volumes::bytes);
        if (mounts.mount(empty(onDisk), size, ownership.group())) {
            return onDisk;
        }
        return empty(places.memory().orElseThrow(() -> noMemory(name)).resolve(name));
    }

    private static StartRefused noMemory(String name) {
        return new StartRefused(
                "volume %s asks for memory, and there is no place in memory to write to; run as"
                                .formatted(name)
                        + " root, or leave out its medium");
    }

    private static Optional<Long> bytes(String limit) {
        return Quantity.of(limit)
                .map(it -> it.amount().setScale(0, RoundingMode.CEILING).longValue());
    }

    /// It has its name only once it has its mode and group, so that no later start takes one that
    /// could not be finished.
    private Path empty(Path directory) throws StartRefused {
        try {
            if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
                var name = directory.getFileName().toString();
                var draft = directory.resolveSibling("." + name);
                places.make(
                        directory,
                        List.of(
                                new Step.Remove(draft),
                                ownership.directory(draft, EMPTY_DIR_MODE),
                                new Step.Rename(draft, name)));
            }
            return directory;
        } catch (IOException broken) {
            throw notMade(directory, broken);
        }
    }

    private Path show(Volume volume) throws StartRefused {
        var root = made(volume);
        try {
            var now = files.of(volume.source());
            if (!now.equals(shown.get(volume.name()))) {
                places.make(root, new SwappedDirectory(root, ownership).show(now));
                shown.put(volume.name(), now);
            }
            return root;
        } catch (StartRefused missing) {
            throw StartRefused.config(
                    "MountVolume.SetUp failed for volume \"%s\" : %s"
                            .formatted(volume.name(), missing.says()));
        } catch (IOException broken) {
            throw notMade(root, broken);
        }
    }

    private StartRefused notMade(Path path, IOException broken) {
        var hint =
                ownership.group().isPresent()
                        ? "check its disk; only root may give any fsGroup, others their own groups"
                                + " and those of their range in /etc/subgid"
                        : "check its disk";
        return new StartRefused(
                "the volume at %s cannot be made: %s; %s".formatted(path, broken, hint));
    }
}
