package dev.bookend.agent.environment;

import dev.bookend.lifecycle.value.ExitReason;

/// A container that cannot be started as things are. The message says what to do.
public final class StartRefused extends Exception {
    private static final long serialVersionUID = 1;

    private final String says;
    private final ExitReason reason;

    public StartRefused(String says) {
        this(says, ExitReason.START_ERROR);
    }

    private StartRefused(String says, ExitReason reason) {
        super(says);
        this.says = says;
        this.reason = reason;
    }

    /// Something that the pod refers to is not there, or not as it should be.
    public static StartRefused config(String says) {
        return new StartRefused(says, ExitReason.CONFIG_ERROR);
    }

    public String says() {
        return says;
    }

    public ExitReason reason() {
        return reason;
    }
}
