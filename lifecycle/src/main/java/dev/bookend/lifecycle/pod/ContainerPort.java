package dev.bookend.lifecycle.pod;

import java.util.Optional;

/// A port that a container says it listens on.
public record ContainerPort(
        int port, Optional<String> name, String protocol, Optional<Integer> hostPort) {}
