package dev.bookend.lifecycle.pod;

import dev.bookend.lifecycle.value.Exit;

import java.util.Optional;
import java.util.stream.Stream;

/// When a container that ended is started again.
public enum RestartPolicy {
    ALWAYS("Always"),
    ON_FAILURE("OnFailure"),
    NEVER("Never");

    private final String word;

    RestartPolicy(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    public static Optional<RestartPolicy> ofWord(String word) {
        return Stream.of(values()).filter(policy -> policy.word.equals(word)).findFirst();
    }

    public boolean restarts(Exit exit) {
        return switch (this) {
            case ALWAYS -> true;
            case ON_FAILURE -> !exit.success();
            case NEVER -> false;
        };
    }
}
