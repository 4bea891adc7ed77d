package dev.bookend.agent.environment;

import dev.bookend.agent.state.Machine;
import dev.bookend.lifecycle.pod.ContainerSpec;
import dev.bookend.lifecycle.pod.EnvValue;
import dev.bookend.lifecycle.pod.PodManifest;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a container finds in its environment: a fixed beginning, and what the manifest gives.
/// Nothing of the agent's own environment gets in (ENV-1).
public final class Environment {
    static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    /// For a container of whose environment nothing is known any more.
    public static final Environment UNKNOWN = new Environment(Map.of(), Map.of());

    private static final int LONGEST_HOSTNAME = 63;

    private final Map<String, String> fixed;
    private final Map<String, String> given;

    private Environment(Map<String, String> fixed, Map<String, String> given) {
        this.fixed = fixed;
        this.given = given;
    }

    /// The environment as its references are at this moment.
    public static Environment of(
            PodManifest pod, ContainerSpec container, String uid, PodObjects objects)
            throws StartRefused {
        var references = new References(objects, pod.meta().namespace());
        var given = new LinkedHashMap<>(ServiceVariables.of(pod, objects));
        for (var from : container.envFrom()) {
            given.putAll(references.values(from));
        }
        var values =
                new EnvValues(new FieldValues(pod, uid, objects), references, container.name());
        for (var entry : container.env()) {
            values.of(entry.value(), given).ifPresent(text -> given.put(entry.name(), text));
        }
        return new Environment(fixed(pod, container), given);
    }

    private static Map<String, String> fixed(PodManifest pod, ContainerSpec container) {
        var user = container.security().runAsUser().or(() -> pod.settings().security().runAsUser());
        var fixed = new LinkedHashMap<String, String>();
        fixed.put("PATH", PATH);
        fixed.put("HOME", Machine.home(user.orElseGet(Machine::user)));
        fixed.put("HOSTNAME", hostname(pod));
        return fixed;
    }

    /// The host name that the pod's containers see (ENV-1).
    public static String hostname(PodManifest pod) {
        var name = pod.settings().hostname().orElse(pod.meta().podName().name());
        var cut = name.length() > LONGEST_HOSTNAME ? name.substring(0, LONGEST_HOSTNAME) : name;
        return cut.replaceAll("[-.]+$", "");
    }

    public Map<String, String> all() {
        var all = new LinkedHashMap<>(fixed);
        all.putAll(given);
        return all;
    }

    public String expand(String text) {
        return VariableText.expand(text, given);
    }

    public List<String> expand(List<String> texts) {
        return texts.stream().map(this::expand).toList();
    }

    /// The values of single variables.
    private record EnvValues(FieldValues fields, References references, String container) {
        /// The variable's value; empty if it is not set at all.
        Optional<String> of(EnvValue value, Map<String, String> earlier) throws StartRefused {
            return switch (value) {
                case EnvValue.Literal(var text) -> Optional.of(VariableText.expand(text, earlier));
                case EnvValue.FieldRef(var path) -> Optional.of(fields.of(path).orElse(""));
                case EnvValue.ResourceFieldRef ref ->
                        Optional.of(fields.resource(ref, container).orElse(""));
                case EnvValue.ConfigMapKeyRef ref -> references.value(ref);
                case EnvValue.SecretKeyRef ref -> references.value(ref);
            };
        }
    }
}
