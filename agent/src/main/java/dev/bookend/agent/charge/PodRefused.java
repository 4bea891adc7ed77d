package dev.bookend.agent.charge;

/// A pod that cannot be taken charge of. The message says why and what to do.
public final class PodRefused extends Exception {
    private static final long serialVersionUID = 1;

    /// Whose fault it is.
    public enum Kind {
        /// The pod is in another process' hands, or lives by another manifest.
        NOT_OURS,
        /// There is no such pod.
        UNKNOWN,
        /// The machine cannot do it.
        UNABLE
    }

    private final Kind kind;

    public PodRefused(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public PodRefused(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
