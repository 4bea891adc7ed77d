package dev.bookend.operator;

import dev.bookend.lifecycle.ContainerSpec;
import dev.bookend.lifecycle.DnsLabel;
import dev.bookend.lifecycle.PodManifest;
import dev.bookend.lifecycle.PodMeta;
import dev.bookend.manifest.Json;
import dev.bookend.manifest.ManifestReader;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// A pod as somebody asked the API server for it.
///
/// @param json the object itself, whose fields we may not know all
/// @param manifest what its author says; annotations of our own are left out
record AskedPod(Json json, PodManifest manifest) {
    /// Empty if this is no pod that any API server will take: then it says so itself.
    static Optional<AskedPod> read(Json object, String namespace) {
        return ManifestReader.read("pod", typed(object)).pods().stream()
                .findFirst()
                .map(document -> new AskedPod(object, in(namespace, document.pod())))
                .filter(AskedPod::isPlannable);
    }

    /// Objects of a list, and of some clients, do not say what they are.
    private static Json typed(Json object) {
        if (!(object instanceof Json.Obj(var fields))) {
            return object;
        }
        Map<String, Json> all = new LinkedHashMap<>(fields);
        all.put("apiVersion", Json.of("v1"));
        all.put("kind", Json.of("Pod"));
        return new Json.Obj(all);
    }

    private static PodManifest in(String namespace, PodManifest pod) {
        var meta = pod.meta();
        var there =
                new PodMeta(
                        namespace,
                        meta.name(),
                        meta.generateName(),
                        meta.uid(),
                        meta.labels(),
                        foreign(meta.annotations()));
        return with(there, pod);
    }

    private static Map<String, String> foreign(Map<String, String> annotations) {
        Map<String, String> foreign = new LinkedHashMap<>(annotations);
        foreign.keySet().removeAll(Marks.OWN_ANNOTATIONS);
        return foreign;
    }

    private static PodManifest with(PodMeta meta, PodManifest pod) {
        return new PodManifest(
                meta, pod.settings(), pod.initContainers(), pod.containers(), pod.volumes());
    }

    AskedPod named(String name) {
        var meta = manifest.meta();
        var renamed =
                new PodMeta(
                        meta.namespace(),
                        name,
                        meta.generateName(),
                        meta.uid(),
                        meta.labels(),
                        meta.annotations());
        return new AskedPod(json, with(renamed, manifest));
    }

    String name() {
        return manifest.meta().name();
    }

    /// An annotation of the object itself, be it our own.
    Optional<String> annotation(String key) {
        return json.at("metadata", "annotations", key).flatMap(Json::text);
    }

    boolean isMarked() {
        return Marks.ORDERED_VALUE.equals(manifest.meta().labels().get(Marks.ORDERED_LABEL));
    }

    private boolean isPlannable() {
        var names = manifest.allContainers().map(ContainerSpec::name).toList();
        return !manifest.containers().isEmpty()
                && names.stream().allMatch(DnsLabel::matches)
                && names.stream().collect(Collectors.toSet()).size() == names.size();
    }
}
