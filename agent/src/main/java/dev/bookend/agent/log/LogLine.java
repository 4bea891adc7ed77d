package dev.bookend.agent.log;

import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.PodName;

import java.util.Optional;

/// A line that a container printed.
public record LogLine(PodName pod, ContainerName container, boolean error, String text) {
    /// One entry of a file in the CRI log format: time, stream, tag, text.
    ///
    /// @param whole whether the line ends with it
    record Entry(boolean error, boolean whole, String text) {
        private static final int PARTS = 4;

        static Optional<Entry> read(String line) {
            var parts = line.split(" ", PARTS);
            return parts.length < PARTS
                    ? Optional.empty()
                    : Optional.of(
                            new Entry(
                                    parts[1].equals("stderr"),
                                    !parts[2].startsWith("P"),
                                    parts[PARTS - 1]));
        }
    }
}
