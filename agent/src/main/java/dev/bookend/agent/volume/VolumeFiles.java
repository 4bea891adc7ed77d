package dev.bookend.agent.volume;

import dev.bookend.agent.environment.FieldValues;
import dev.bookend.agent.environment.PodObjects;
import dev.bookend.agent.environment.References;
import dev.bookend.agent.environment.StartRefused;
import dev.bookend.lifecycle.pod.EnvValue;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.pod.VolumeSource;
import dev.bookend.lifecycle.pod.VolumeSource.KeyPath;
import dev.bookend.manifest.read.Blob;
import dev.bookend.manifest.read.PodObject.ConfigMap;
import dev.bookend.manifest.read.PodObject.Secret;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What the volumes hold that are made of objects and of the pod's own fields, as it is at the
/// moment.
final class VolumeFiles {
    private static final int DEFAULT_MODE = 0644;

    private final References references;
    private final FieldValues fields;

    VolumeFiles(PodManifest pod, String uid, PodObjects objects) {
        references = new References(objects, pod.meta().namespace());
        fields = new FieldValues(pod, uid, objects);
    }

    /// Whether a volume is made of files that are written here.
    static boolean isMade(VolumeSource source) {
        return switch (source) {
            case VolumeSource.ConfigMapFiles _,
                    VolumeSource.SecretFiles _,
                    VolumeSource.DownwardFiles _,
                    VolumeSource.Projected _ ->
                    true;
            case VolumeSource.EmptyDir _, VolumeSource.HostPath _, VolumeSource.Other _ -> false;
        };
    }

    /// Whether nobody else may ever read it from a disk.
    static boolean isSecret(VolumeSource source) {
        return source instanceof VolumeSource.SecretFiles
                || (source instanceof VolumeSource.Projected(var sources, _)
                        && sources.stream().anyMatch(VolumeFiles::isSecret));
    }

    /// The files by their paths in the volume.
    Map<String, VolumeFile> of(VolumeSource source) throws StartRefused {
        return of(source, DEFAULT_MODE);
    }

    private Map<String, VolumeFile> of(VolumeSource source, int inherited) throws StartRefused {
        return switch (source) {
            case VolumeSource.ConfigMapFiles(var name, var items, var mode, var optional) -> {
                var entries = references.configMap(name, optional).map(ConfigMap::files);
                var keys = new Keys(entries.orElse(Map.of()), "configmap " + name, optional);
                yield keys.files(items, mode.orElse(inherited));
            }
            case VolumeSource.SecretFiles(var name, var items, var mode, var optional) -> {
                var entries = references.secret(name, optional).map(Secret::data);
                var keys = new Keys(entries.orElse(Map.of()), "secret " + name, optional);
                yield keys.files(items, mode.orElse(inherited));
            }
            case VolumeSource.DownwardFiles(var items, var mode) ->
                    downward(items, mode.orElse(inherited));
            case VolumeSource.Projected(var sources, var mode) ->
                    projected(sources, mode.orElse(inherited));
            case VolumeSource.EmptyDir _, VolumeSource.HostPath _, VolumeSource.Other _ -> Map.of();
        };
    }

    private Map<String, VolumeFile> projected(List<VolumeSource> sources, int mode)
            throws StartRefused {
        var files = new TreeMap<String, VolumeFile>();
        for (var source : sources) {
            files.putAll(of(source, mode));
        }
        return files;
    }

    private Map<String, VolumeFile> downward(List<VolumeSource.DownwardItem> items, int mode) {
        var files = new TreeMap<String, VolumeFile>();
        for (var item : items) {
            var text = text(item.value()).orElse("");
            files.put(item.path(), new VolumeFile(Blob.of(text), item.mode().orElse(mode)));
        }
        return files;
    }

    private Optional<String> text(EnvValue value) {
        return switch (value) {
            case EnvValue.FieldRef(var path) -> fields.file(path);
            case EnvValue.ResourceFieldRef ref -> fields.resource(ref, "");
            case EnvValue.Literal _, EnvValue.ConfigMapKeyRef _, EnvValue.SecretKeyRef _ ->
                    Optional.empty();
        };
    }

    /// The keys of one object.
    private record Keys(Map<String, Blob> entries, String object, boolean optional) {
        /// All keys, or those that are asked for.
        Map<String, VolumeFile> files(List<KeyPath> items, int mode) throws StartRefused {
            var files = new TreeMap<String, VolumeFile>();
            if (items.isEmpty()) {
                entries.forEach((key, blob) -> files.put(key, new VolumeFile(blob, mode)));
            }
            for (var item : items) {
                var blob = entries.get(item.key());
                if (blob != null) {
                    files.put(item.path(), new VolumeFile(blob, item.mode().orElse(mode)));
                } else if (!optional) {
                    throw StartRefused.config(
                            "%s has no key %s; add it, or mark the volume as optional"
                                    .formatted(object, item.key()));
                }
            }
            return files;
        }
    }
}
