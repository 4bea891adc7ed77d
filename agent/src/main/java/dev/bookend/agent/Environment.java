package dev.bookend.agent;

import dev.bookend.lifecycle.ContainerSpec;
import dev.bookend.lifecycle.EnvValue;
import dev.bookend.lifecycle.PodManifest;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a container finds in its environment: a fixed beginning, and what the manifest gives.
/// Nothing of the agent's own environment gets in (ENV-1).
final class Environment {
    static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    private static final int LONGEST_HOSTNAME = 63;

    private final Map<String, String> fixed;
    private final Map<String, String> given;

    private Environment(Map<String, String> fixed, Map<String, String> given) {
        this.fixed = fixed;
        this.given = given;
    }

    static Environment of(PodManifest pod, ContainerSpec container, String uid) {
        var given = new LinkedHashMap<String, String>();
        var fields = new FieldValues(pod, uid);
        for (var entry : container.env()) {
            given.put(entry.name(), value(entry.value(), fields, given));
        }
        var user = container.security().runAsUser().or(() -> pod.settings().security().runAsUser());
        var fixed = new LinkedHashMap<String, String>();
        fixed.put("PATH", PATH);
        fixed.put("HOME", Machine.home(user.orElseGet(Machine::user)));
        fixed.put("HOSTNAME", hostname(pod));
        return new Environment(fixed, given);
    }

    /// The host name that the pod's containers see (ENV-1).
    static String hostname(PodManifest pod) {
        var name = pod.settings().hostname().orElse(pod.meta().podName().name());
        var cut = name.length() > LONGEST_HOSTNAME ? name.substring(0, LONGEST_HOSTNAME) : name;
        return cut.replaceAll("[-.]+$", "");
    }

    Map<String, String> all() {
        var all = new LinkedHashMap<>(fixed);
        all.putAll(given);
        return all;
    }

    String expand(String text) {
        return VariableText.expand(text, given);
    }

    List<String> expand(List<String> texts) {
        return texts.stream().map(this::expand).toList();
    }

    private static String value(EnvValue value, FieldValues fields, Map<String, String> earlier) {
        return switch (value) {
            case EnvValue.Literal(var text) -> VariableText.expand(text, earlier);
            case EnvValue.FieldRef(var path) -> fields.of(path).orElse("");
            case EnvValue.ResourceFieldRef _, EnvValue.ConfigMapKeyRef _, EnvValue.SecretKeyRef _ ->
                    throw new IllegalStateException("should have been refused: " + value);
        };
    }
}
