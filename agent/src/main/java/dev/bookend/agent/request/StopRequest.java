package dev.bookend.agent.request;

import dev.bookend.agent.state.PodDirectory;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;

/// A stop that another process asks for, left in the pod's directory for its owner. It outlives
/// both: whoever owns the pod next finds it.
public record StopRequest(Optional<Duration> grace) {
    public void leave(PodDirectory directory) throws IOException {
        var text = grace.map(limit -> String.valueOf(limit.toMillis())).orElse("");
        PodDirectory.replace(directory.stopRequest(), text);
    }

    public static Optional<StopRequest> read(PodDirectory directory) {
        try {
            var text = Files.readString(directory.stopRequest()).strip();
            var grace = text.isEmpty() ? Optional.<Duration>empty() : Optional.of(millis(text));
            return Optional.of(new StopRequest(grace));
        } catch (IOException | NumberFormatException _) {
            return Optional.empty();
        }
    }

    private static Duration millis(String text) {
        return Duration.ofMillis(Long.parseLong(text));
    }
}
