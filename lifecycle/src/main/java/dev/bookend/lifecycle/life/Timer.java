package dev.bookend.lifecycle.life;

import dev.bookend.lifecycle.value.ContainerName;

import java.util.Optional;

/// A moment that the pod waits for; which ones are set follows from its state.
public record Timer(Kind kind, Optional<ContainerName> container) {
    /// What is due.
    public enum Kind {
        BACKOFF("backoff"),
        HOOK_CUT("hook-cut"),
        KILL("kill"),
        GRACE("grace"),
        WITHDRAW("withdraw"),
        ACTIVE_DEADLINE("active-deadline"),
        RECREATION("recreation");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    public static Timer of(Kind kind, ContainerName container) {
        return new Timer(kind, Optional.of(container));
    }

    public static Timer of(Kind kind) {
        return new Timer(kind, Optional.empty());
    }

    @Override
    public String toString() {
        return container.map(name -> name + "-" + kind.word()).orElse(kind.word());
    }
}
