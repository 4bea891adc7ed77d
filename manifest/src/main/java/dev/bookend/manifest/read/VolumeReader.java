package dev.bookend.manifest.read;

import dev.bookend.lifecycle.pod.EnvValue;
import dev.bookend.lifecycle.pod.Volume;
import dev.bookend.lifecycle.pod.VolumeSource;
import dev.bookend.manifest.schema.Schema;

import java.util.List;
import java.util.Optional;

/// Reads the volumes of a pod.
final class VolumeReader {
    private VolumeReader() {}

    static Volume volume(Fields volume) {
        return new Volume(volume.text("name", ""), source(volume));
    }

    /// A volume that names no source is an empty directory, as Kubernetes takes it.
    private static VolumeSource source(Fields volume) {
        return known(volume)
                .or(() -> volume.maybe("projected").map(VolumeReader::projected))
                .or(() -> other(volume))
                .orElseGet(() -> new VolumeSource.EmptyDir("", Optional.empty()));
    }

    private static Optional<VolumeSource> known(Fields volume) {
        return volume.maybe("emptyDir")
                .map(VolumeReader::emptyDir)
                .or(() -> volume.maybe("hostPath").map(VolumeReader::hostPath))
                .or(() -> volume.maybe("configMap").map(VolumeReader::configMap))
                .or(() -> volume.maybe("secret").map(it -> secret(it, "secretName")))
                .or(() -> volume.maybe("downwardAPI").map(VolumeReader::downward));
    }

    private static VolumeSource emptyDir(Fields fields) {
        return new VolumeSource.EmptyDir(fields.text("medium", ""), fields.quantity("sizeLimit"));
    }

    private static VolumeSource hostPath(Fields fields) {
        return new VolumeSource.HostPath(fields.text("path", ""), fields.text("type", ""));
    }

    private static VolumeSource configMap(Fields fields) {
        return new VolumeSource.ConfigMapFiles(
                fields.text("name", ""), items(fields), mode(fields), optional(fields));
    }

    private static VolumeSource secret(Fields fields, String nameField) {
        return new VolumeSource.SecretFiles(
                fields.text(nameField, ""), items(fields), mode(fields), optional(fields));
    }

    private static VolumeSource downward(Fields fields) {
        return new VolumeSource.DownwardFiles(
                fields.each("items", VolumeReader::downwardItem), mode(fields));
    }

    private static VolumeSource projected(Fields fields) {
        return new VolumeSource.Projected(
                fields.each("sources", VolumeReader::projection), mode(fields));
    }

    private static VolumeSource projection(Fields fields) {
        return fields.maybe("configMap")
                .map(VolumeReader::configMap)
                .or(() -> fields.maybe("secret").map(it -> secret(it, "name")))
                .or(() -> fields.maybe("downwardAPI").map(VolumeReader::downward))
                .orElseGet(() -> new VolumeSource.Other(firstName(fields)));
    }

    private static Optional<VolumeSource> other(Fields volume) {
        return Schema.kubernetes().struct("Volume").union().orElseThrow().fields().stream()
                .filter(volume::has)
                .findFirst()
                .map(VolumeSource.Other::new);
    }

    private static String firstName(Fields fields) {
        return fields.entries().keySet().stream().findFirst().orElse("");
    }

    private static List<VolumeSource.KeyPath> items(Fields fields) {
        return fields.each(
                "items",
                it ->
                        new VolumeSource.KeyPath(
                                it.text("key", ""), it.text("path", ""), it.integer("mode")));
    }

    private static VolumeSource.DownwardItem downwardItem(Fields item) {
        return new VolumeSource.DownwardItem(
                item.text("path", ""),
                EnvReader.reference(item).orElse(new EnvValue.Literal("")),
                item.integer("mode"));
    }

    private static Optional<Integer> mode(Fields fields) {
        return fields.integer("defaultMode");
    }

    private static boolean optional(Fields fields) {
        return fields.flag("optional", false);
    }
}
