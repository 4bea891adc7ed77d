package dev.bookend.lifecycle;

/// How a container's process ended, in Kubernetes' words.
public record Exit(int code, ExitReason reason) {
    public static Exit of(int code) {
        return new Exit(code, code == 0 ? ExitReason.COMPLETED : ExitReason.ERROR);
    }

    /// A process killed for want of memory failed, whatever its exit code says.
    public boolean success() {
        return code == 0 && reason != ExitReason.OOM_KILLED;
    }
}
