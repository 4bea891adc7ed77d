package dev.bookend.lifecycle.recreate;

import java.util.Optional;
import java.util.stream.Stream;

/// What one container's failure means for the rest of its ContainerRecreateRequest (CRR-6).
public enum FailurePolicy {
    FAIL("Fail"),
    IGNORE("Ignore");

    private final String word;

    FailurePolicy(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    public static Optional<FailurePolicy> ofWord(String word) {
        return Stream.of(values()).filter(policy -> policy.word.equals(word)).findFirst();
    }
}
