package dev.bookend.agent;

import java.time.Duration;
import java.util.Optional;

/// Makes a charge again from the text that was kept of it.
public interface SourceReader {
    PodCharge read(String source, Optional<Duration> grace);
}
