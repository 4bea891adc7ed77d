package dev.bookend.lifecycle.pod;

/// All keys of a ConfigMap or Secret as environment variables, each name behind a prefix.
public sealed interface EnvFrom {
    String prefix();

    String name();

    boolean optional();

    record ConfigMapEnv(String prefix, String name, boolean optional) implements EnvFrom {}

    record SecretEnv(String prefix, String name, boolean optional) implements EnvFrom {}
}
