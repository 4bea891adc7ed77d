package dev.bookend.operator.admission;

import dev.bookend.lifecycle.pod.ContainerSpec;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.pod.PodMeta;
import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.lifecycle.value.DnsLabel;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.read.ManifestReader;
import dev.bookend.manifest.text.LocatedFinding;
import dev.bookend.operator.kube.Marks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// A pod as somebody asked the API server for it.
///
/// @param json the object itself, whose fields we may not know all
/// @param manifest what its author says; annotations of our own are left out
/// @param misread what cannot stand where it was written, by rules of ours
public record AskedPod(Json json, PodManifest manifest, List<Finding> misread) {
    private static final String OUR_RULES = "INPUT-";

    /// Empty if this is no pod that any API server will take: then it says so itself.
    public static Optional<AskedPod> read(Json object, String namespace) {
        var file = ManifestReader.read("pod", typed(object));
        var misread =
                file.findings().stream().map(LocatedFinding::finding).filter(AskedPod::isOurs);
        return file.pods().stream()
                .findFirst()
                .map(it -> new AskedPod(object, in(namespace, it.pod()), misread.toList()))
                .filter(AskedPod::isPlannable);
    }

    /// What Kubernetes itself finds wrong is for its API server to say.
    private static boolean isOurs(Finding finding) {
        return finding.rule().startsWith(OUR_RULES);
    }

    AskedPod with(PodManifest other) {
        return new AskedPod(json, other, misread);
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
        return with(with(renamed, manifest));
    }

    String name() {
        return manifest.meta().name();
    }

    /// An annotation of the object itself, be it our own.
    public Optional<String> annotation(String key) {
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
