package dev.bookend.lifecycle.life;

/// What the thresholds of a probe have come to.
public enum ProbeVerdict {
    PASSED("passed"),
    /// Failed for the first time in a row; the threshold is not reached.
    FAILING("failing"),
    FAILED("failed");

    private final String word;

    ProbeVerdict(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
