package dev.bookend.manifest.read;

import dev.bookend.lifecycle.order.OrderKeys;
import dev.bookend.lifecycle.pod.ContainerSpec;
import dev.bookend.lifecycle.pod.EnvFrom;
import dev.bookend.lifecycle.pod.EnvValue;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.pod.VolumeSource;
import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.lifecycle.rules.Findings;
import dev.bookend.manifest.read.PodObject.ConfigMap;
import dev.bookend.manifest.read.PodObject.Secret;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What a pod refers to and cannot do without, compared with the objects that were given.
final class ObjectReferences {
    private final PodManifest pod;
    private final Collection<PodObject> given;
    private final Findings findings = new Findings();

    private ObjectReferences(PodManifest pod, Collection<PodObject> given) {
        this.pod = pod;
        this.given = given;
    }

    /// A warning for each reference to something that is in none of the given files.
    static List<Finding> doubts(PodManifest pod, Collection<PodObject> given) {
        var references = new ObjectReferences(pod, given);
        references.ofContainers("spec.initContainers", pod.initContainers());
        references.ofContainers("spec.containers", pod.containers());
        for (var i = 0; i < pod.volumes().size(); i++) {
            references.ofVolume("spec.volumes[%d]".formatted(i), pod.volumes().get(i).source());
        }
        return references.findings.list();
    }

    private void ofContainers(String path, List<ContainerSpec> containers) {
        for (var i = 0; i < containers.size(); i++) {
            ofContainer("%s[%d]".formatted(path, i), containers.get(i));
        }
    }

    private void ofContainer(String path, ContainerSpec container) {
        for (var i = 0; i < container.env().size(); i++) {
            var variable = container.env().get(i);
            if (!variable.name().equals(OrderKeys.BARRIER_ENV)) {
                ofVariable("%s.env[%d].valueFrom.".formatted(path, i), variable.value());
            }
        }
        for (var i = 0; i < container.envFrom().size(); i++) {
            var from = container.envFrom().get(i);
            if (!from.optional()) {
                ofSource("%s.envFrom[%d].".formatted(path, i), from);
            }
        }
    }

    private void ofVariable(String at, EnvValue value) {
        switch (value) {
            case EnvValue.ConfigMapKeyRef(var name, var key, var optional) when !optional ->
                    configMap(at + "configMapKeyRef.", "name", name, Optional.of(key));
            case EnvValue.SecretKeyRef(var name, var key, var optional) when !optional ->
                    secret(at + "secretKeyRef.", "name", name, Optional.of(key));
            default -> {
                // The others need nothing, or can do without.
            }
        }
    }

    private void ofSource(String at, EnvFrom from) {
        switch (from) {
            case EnvFrom.ConfigMapEnv(_, var name, _) ->
                    configMap(at + "configMapRef.", "name", name, Optional.empty());
            case EnvFrom.SecretEnv(_, var name, _) ->
                    secret(at + "secretRef.", "name", name, Optional.empty());
        }
    }

    private void ofVolume(String at, VolumeSource source) {
        switch (source) {
            case VolumeSource.ConfigMapFiles files when !files.optional() ->
                    configMap(at + ".configMap.", "name", files.name(), Optional.empty());
            case VolumeSource.SecretFiles files when !files.optional() ->
                    secret(at + ".secret.", nameField(at), files.name(), Optional.empty());
            case VolumeSource.Projected(var sources, _) -> {
                for (var i = 0; i < sources.size(); i++) {
                    ofVolume("%s.projected.sources[%d]".formatted(at, i), sources.get(i));
                }
            }
            default -> {
                // The others need nothing, or can do without.
            }
        }
    }

    /// A projected volume names its secrets by another field.
    private static String nameField(String at) {
        return at.contains(".projected.") ? "name" : "secretName";
    }

    private void configMap(String at, String field, String name, Optional<String> key) {
        var keys = found(ConfigMap.class, name).map(it -> it.data().keySet());
        judge(at, field, "ConfigMap " + name, keys, key);
    }

    private void secret(String at, String field, String name, Optional<String> key) {
        var keys = found(Secret.class, name).map(it -> it.data().keySet());
        judge(at, field, "Secret " + name, keys, key);
    }

    private void judge(
            String at,
            String field,
            String object,
            Optional<Set<String>> keys,
            Optional<String> key) {
        if (keys.isEmpty()) {
            findings.warning(
                    at + field,
                    object,
                    "%s is in none of the given files".formatted(object),
                    "give the file that holds it, too; without it the container cannot start");
        } else if (key.isPresent() && !keys.get().contains(key.get())) {
            findings.warning(
                    at + "key",
                    key.get(),
                    "%s has no key %s".formatted(object, Findings.quoted(key.get())),
                    "add the key; without it the container cannot start");
        }
    }

    private <T extends PodObject> Optional<T> found(Class<T> kind, String name) {
        return given.stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .filter(it -> it.namespace().equals(pod.meta().namespace()))
                .filter(it -> it.name().equals(name))
                .findFirst();
    }
}
