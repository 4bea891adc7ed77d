package dev.bookend.lifecycle;

/// One entry of a container's `env`.
public record EnvVar(String name, EnvValue value) {}
