package dev.bookend.certificates;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// From when until when a certificate counts.
public record Validity(Instant from, Instant until) {
    /// The clocks of two machines may differ by this much.
    private static final Duration CLOCK_SKEW = Duration.ofMinutes(5);

    public Validity {
        if (!from.isBefore(until)) {
            throw new IllegalArgumentException(
                    "a certificate from %s cannot end at %s".formatted(from, until));
        }
    }

    public static Validity beginning(Instant now, Duration life) {
        var from = now.truncatedTo(ChronoUnit.SECONDS).minus(CLOCK_SKEW);
        return new Validity(from, from.plus(CLOCK_SKEW).plus(life));
    }

    public static Validity of(X509Certificate certificate) {
        return new Validity(
                certificate.getNotBefore().toInstant(), certificate.getNotAfter().toInstant());
    }

    /// When it is time for a new one: after two thirds of its life.
    public Instant renewal() {
        return from.plus(Duration.between(from, until).multipliedBy(2).dividedBy(3));
    }
}
