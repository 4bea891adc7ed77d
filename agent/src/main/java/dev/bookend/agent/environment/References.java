package dev.bookend.agent.environment;

import dev.bookend.lifecycle.pod.EnvFrom;
import dev.bookend.lifecycle.pod.EnvValue.ConfigMapKeyRef;
import dev.bookend.lifecycle.pod.EnvValue.SecretKeyRef;
import dev.bookend.manifest.read.Blob;
import dev.bookend.manifest.read.PodObject.ConfigMap;
import dev.bookend.manifest.read.PodObject.Secret;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Looks up what a pod refers to, and refuses in Kubernetes' words what is not there. No refusal
/// shows what an object holds.
public final class References {
    private final PodObjects objects;
    private final String namespace;

    public References(PodObjects objects, String namespace) {
        this.objects = objects;
        this.namespace = namespace;
    }

    /// The value of a key; empty if it is missing and may be.
    Optional<String> value(ConfigMapKeyRef ref) throws StartRefused {
        var map = configMap(ref.name(), ref.optional());
        var text = map.flatMap(it -> Optional.ofNullable(it.data().get(ref.key())));
        if (map.isPresent() && text.isEmpty() && !ref.optional()) {
            throw noKey(ref.key(), "ConfigMap", ref.name());
        }
        return checked(text, ref.key(), "ConfigMap " + ref.name());
    }

    Optional<String> value(SecretKeyRef ref) throws StartRefused {
        var secret = secret(ref.name(), ref.optional());
        var blob = secret.flatMap(it -> Optional.ofNullable(it.data().get(ref.key())));
        if (secret.isPresent() && blob.isEmpty() && !ref.optional()) {
            throw noKey(ref.key(), "Secret", ref.name());
        }
        return blob.isEmpty()
                ? Optional.empty()
                : Optional.of(text(blob.get(), ref.key(), "Secret " + ref.name()));
    }

    /// All variables of a source, each behind its prefix.
    Map<String, String> values(EnvFrom from) throws StartRefused {
        var values = new LinkedHashMap<String, String>();
        for (var entry : entries(from).entrySet()) {
            var text = text(entry.getValue(), entry.getKey(), "object " + from.name());
            values.put(from.prefix() + entry.getKey(), text);
        }
        return values;
    }

    private Map<String, Blob> entries(EnvFrom from) throws StartRefused {
        return switch (from) {
            case EnvFrom.ConfigMapEnv(_, var name, var optional) ->
                    configMap(name, optional).map(References::texts).orElse(Map.of());
            case EnvFrom.SecretEnv(_, var name, var optional) ->
                    secret(name, optional).map(Secret::data).orElse(Map.of());
        };
    }

    /// The environment takes texts only, so that a ConfigMap's bytes are left out.
    private static Map<String, Blob> texts(ConfigMap map) {
        var texts = new LinkedHashMap<String, Blob>();
        map.data().forEach((key, text) -> texts.put(key, Blob.of(text)));
        return texts;
    }

    public Optional<ConfigMap> configMap(String name, boolean optional) throws StartRefused {
        var found = objects.configMap(namespace, name);
        if (found.isEmpty() && !optional) {
            throw notFound("configmap", name);
        }
        return found;
    }

    public Optional<Secret> secret(String name, boolean optional) throws StartRefused {
        var found = objects.secret(namespace, name);
        if (found.isEmpty() && !optional) {
            throw notFound("secret", name);
        }
        return found;
    }

    private StartRefused notFound(String kind, String name) {
        return StartRefused.config(
                "%s \"%s\" not found; create it in namespace %s, or give a file with it to run"
                        .formatted(kind, name, namespace));
    }

    private StartRefused noKey(String key, String kind, String name) {
        return StartRefused.config(
                "couldn't find key %s in %s %s/%s; add it, or mark the reference as optional"
                        .formatted(key, kind, namespace, name));
    }

    private static String text(Blob blob, String key, String of) throws StartRefused {
        var text = checked(blob.text(), key, of);
        if (text.isEmpty()) {
            throw notText(key, of);
        }
        return text.get();
    }

    /// A NUL byte ends a variable for the kernel, and what follows it would be another one.
    private static Optional<String> checked(Optional<String> text, String key, String of)
            throws StartRefused {
        if (text.filter(it -> it.indexOf('\0') >= 0).isPresent()) {
            throw notText(key, of);
        }
        return text;
    }

    private static StartRefused notText(String key, String of) {
        return StartRefused.config(
                "key %s of %s is no text that an environment can hold; mount it as a volume"
                        .formatted(key, of));
    }
}
