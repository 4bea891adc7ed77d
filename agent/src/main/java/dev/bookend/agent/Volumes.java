package dev.bookend.agent;

import dev.bookend.lifecycle.PodManifest;
import dev.bookend.lifecycle.VolumeMount;
import dev.bookend.lifecycle.VolumeSource;
import dev.bookend.runtime.Mount;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/// The pod's volumes on this machine, made when a container first needs them.
final class Volumes {
    private final PodManifest pod;
    private final Path directory;

    /// Volumes of the pod's own live below the directory.
    Volumes(PodManifest pod, Path directory) {
        this.pod = pod;
        this.directory = directory;
    }

    Mount mount(VolumeMount mount, Environment env) throws StartRefused {
        var root = root(mount.volume());
        var sub = mount.subPathExpr().map(env::expand).or(mount::subPath).orElse("");
        var source = sub.isEmpty() ? root : inside(root, sub, mount);
        return new Mount(source, mount.mountPath(), mount.readOnly());
    }

    private Path root(String name) throws StartRefused {
        var volume =
                pod.volumes().stream()
                        .filter(each -> each.name().equals(name))
                        .findFirst()
                        .orElseThrow(() -> new StartRefused("there is no volume " + name));
        return switch (volume.source()) {
            case VolumeSource.EmptyDir _ -> made(directory.resolve(name), "rwxrwxrwx");
            case VolumeSource.HostPath(var path, var type) -> new HostPath(name, path, type).path();
            case VolumeSource.ConfigMapFiles _,
                    VolumeSource.SecretFiles _,
                    VolumeSource.DownwardFiles _,
                    VolumeSource.Projected _,
                    VolumeSource.Other _ ->
                    throw new StartRefused("volume %s is of an unsupported kind".formatted(name));
        };
    }

    /// A directory that exists afterwards; the mode counts whatever the agent's mask is.
    static Path made(Path directory, String mode) throws StartRefused {
        try {
            if (Files.notExists(directory)) {
                Files.createDirectories(directory);
                Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(mode));
            }
            return directory;
        } catch (IOException broken) {
            throw new StartRefused(
                    "the directory %s cannot be made: %s; check its disk and its parents' modes"
                            .formatted(directory, broken));
        }
    }

    /// A path below the volume's root that no link leads out of.
    private static Path inside(Path root, String sub, VolumeMount mount) throws StartRefused {
        var path = root.resolve(sub).normalize();
        if (sub.startsWith("/") || sub.contains("..") || !path.startsWith(root)) {
            throw leaves(mount, sub);
        }
        if (Files.notExists(path)) {
            made(path, "rwxr-xr-x");
        }
        try {
            var real = path.toRealPath();
            if (!real.startsWith(root.toRealPath())) {
                throw leaves(mount, sub);
            }
            return real;
        } catch (IOException broken) {
            throw new StartRefused("the subPath %s cannot be read: %s".formatted(path, broken));
        }
    }

    private static StartRefused leaves(VolumeMount mount, String sub) {
        return new StartRefused(
                "the subPath \"%s\" leads out of volume %s; name a path inside it"
                        .formatted(sub, mount.volume()));
    }
}
