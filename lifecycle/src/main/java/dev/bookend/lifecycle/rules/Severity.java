package dev.bookend.lifecycle.rules;

/// Whether a finding stops a pod or only warns its author.
public enum Severity {
    ERROR("error"),
    WARNING("warning");

    private final String word;

    Severity(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
