package dev.bookend.lifecycle.life;

import dev.bookend.lifecycle.value.ContainerName;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Something a user wants to hear of, in Kubernetes' words and at its true time.
public record Notice(
        Tone tone,
        NoticeReason reason,
        Optional<ContainerName> container,
        String message,
        Detail detail,
        Instant at) {
    /// Normal, or a warning.
    public enum Tone {
        NORMAL("Normal"),
        WARNING("Warning");

        private final String word;

        Tone(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /// The part of a notice that programs read.
    public sealed interface Detail {
        record Nothing() implements Detail {}

        record ExitCode(int code) implements Detail {}

        record WaitsFor(List<ContainerName> containers) implements Detail {
            public WaitsFor {
                containers = List.copyOf(containers);
            }
        }

        record FinalPhase(PodPhase phase) implements Detail {}
    }
}
