package dev.bookend.lifecycle.pod;

/// One entry of a container's `env`.
public record EnvVar(String name, EnvValue value) {}
