package dev.bookend.lifecycle.plan;

/// The part that a container plays in its pod.
public enum ContainerKind {
    /// A regular init container: runs to its end before anything after it starts.
    INIT,
    /// An init container with `restartPolicy: Always`.
    NATIVE_SIDECAR,
    /// A main container that starts before and exits after the standard ones.
    SIDECAR,
    STANDARD;

    public boolean isSidecar() {
        return this == NATIVE_SIDECAR || this == SIDECAR;
    }

    public boolean isInit() {
        return this == INIT || this == NATIVE_SIDECAR;
    }
}
