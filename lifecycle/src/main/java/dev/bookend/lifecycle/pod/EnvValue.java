package dev.bookend.lifecycle.pod;

/// Where the value of an environment variable comes from.
public sealed interface EnvValue {
    record Literal(String text) implements EnvValue {}

    record FieldRef(String fieldPath) implements EnvValue {}

    record ResourceFieldRef(String container, String resource, String divisor)
            implements EnvValue {}

    record ConfigMapKeyRef(String name, String key, boolean optional) implements EnvValue {}

    record SecretKeyRef(String name, String key, boolean optional) implements EnvValue {}
}
