package dev.bookend.runtime;

/// The runtime could not do what it was asked. The message speaks to a person: what, with which
/// value, and what to do next.
public final class RuntimeFailure extends Exception {
    private static final long serialVersionUID = 1;

    /// What kind of thing is missing.
    public enum Kind {
        NO_SUCH_PROGRAM,
        NO_PERMISSION,
        NOT_PREPARED,
        NOT_RUNNING,
        /// The machine or the runtime is unable; trying again may help.
        UNABLE
    }

    private final Kind kind;

    public RuntimeFailure(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public RuntimeFailure(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
