package dev.bookend.lifecycle.rules;

import dev.bookend.lifecycle.pod.ContainerSpec;
import dev.bookend.lifecycle.pod.EnvFrom;
import dev.bookend.lifecycle.pod.EnvValue;
import dev.bookend.lifecycle.pod.PodManifest;

import java.util.List;

/// Kubernetes' own rules for a container's environment.
final class EnvRules {
    private static final List<String> RESOURCES =
            List.of(
                    "limits.cpu",
                    "limits.ephemeral-storage",
                    "limits.memory",
                    "requests.cpu",
                    "requests.ephemeral-storage",
                    "requests.memory");
    private final Findings findings;
    private final PodManifest pod;

    EnvRules(Findings findings, PodManifest pod) {
        this.findings = findings;
        this.pod = pod;
    }

    void judge(String path, ContainerSpec container) {
        for (var i = 0; i < container.env().size(); i++) {
            var variable = container.env().get(i);
            var at = "%s.env[%d]".formatted(path, i);
            NameRules.envName(findings, at + ".name", variable.name());
            judgeValue(at + ".valueFrom", variable.value());
        }
        for (var i = 0; i < container.envFrom().size(); i++) {
            judgeSource("%s.envFrom[%d]".formatted(path, i), container.envFrom().get(i));
        }
    }

    private void judgeValue(String at, EnvValue value) {
        switch (value) {
            case EnvValue.Literal _, EnvValue.FieldRef _ -> {}
            case EnvValue.ConfigMapKeyRef(var name, var key, _) ->
                    judgeKey(at + ".configMapKeyRef", name, key);
            case EnvValue.SecretKeyRef(var name, var key, _) ->
                    judgeKey(at + ".secretKeyRef", name, key);
            case EnvValue.ResourceFieldRef ref -> judgeResource(at + ".resourceFieldRef", ref);
        }
    }

    private void judgeKey(String at, String name, String key) {
        require(at + ".name", name, "name the object");
        require(at + ".key", key, "name the key in it");
    }

    private void require(String at, String text, String hint) {
        if (text.isEmpty()) {
            findings.required(at, "", hint);
        }
    }

    /// A resource of a container, for a variable or a file.
    void judgeResource(String at, EnvValue.ResourceFieldRef ref) {
        if (!RESOURCES.contains(ref.resource())) {
            findings.unsupported(at + ".resource", ref.resource(), RESOURCES, "use one of them");
        }
        var known =
                ref.container().isEmpty()
                        || pod.allContainers().anyMatch(it -> it.name().equals(ref.container()));
        if (!known) {
            findings.notFound(
                    at + ".containerName", ref.container(), "name a container of the pod");
        }
    }

    private void judgeSource(String at, EnvFrom from) {
        var field = from instanceof EnvFrom.SecretEnv ? ".secretRef.name" : ".configMapRef.name";
        require(at + field, from.name(), "name the object whose keys become variables");
        if (!from.prefix().isEmpty()) {
            NameRules.envName(findings, at + ".prefix", from.prefix());
        }
    }
}
