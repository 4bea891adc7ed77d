package dev.bookend.lifecycle.pod;

import java.util.Optional;

/// Where a container sees a volume.
public record VolumeMount(
        String volume,
        String mountPath,
        boolean readOnly,
        Optional<String> subPath,
        Optional<String> subPathExpr) {}
