package dev.bookend.lifecycle.pod;

/// The three questions that probes ask.
public enum ProbeKind {
    STARTUP("startup"),
    LIVENESS("liveness"),
    READINESS("readiness");

    private final String word;

    ProbeKind(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    /// The word as it begins an `Unhealthy` message.
    public String title() {
        return Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }
}
