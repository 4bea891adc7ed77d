package dev.bookend.runtime.process.wire;

import java.io.IOException;
import java.time.Duration;

/// A shim is there and does not answer, as one that was stopped.
public final class Unanswered extends IOException {
    private static final long serialVersionUID = 1;

    public Unanswered(Duration limit) {
        super("its shim did not answer within %d s".formatted(limit.toSeconds()));
    }
}
