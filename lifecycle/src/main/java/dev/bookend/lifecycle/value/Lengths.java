package dev.bookend.lifecycle.value;

import java.time.Duration;
import java.time.Instant;

/// Lengths of time that come from outside. Kubernetes keeps some in 64 bits, so that two of them
/// add up to more than any clock can count: what goes on with them here never overflows.
public final class Lengths {
    /// A hundred years: nobody waits longer, and every clock and unit can hold it.
    public static final Duration LONGEST = Duration.ofDays(36_525);

    private static final Duration MOST = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);

    private Lengths() {}

    /// The length, or the longest that anybody waits, forward or back.
    public static Duration bounded(Duration length) {
        if (length.compareTo(LONGEST) > 0) {
            return LONGEST;
        }
        return length.compareTo(LONGEST.negated()) < 0 ? LONGEST.negated() : length;
    }

    /// The moment so long after another; a length below zero counts as none.
    public static Instant after(Instant at, Duration length) {
        var bounded = length.isNegative() ? Duration.ZERO : bounded(length);
        return at.isAfter(Instant.MAX.minus(bounded)) ? Instant.MAX : at.plus(bounded);
    }

    /// The sum of two lengths of which neither is negative, as far as it can be counted.
    public static Duration sum(Duration one, Duration other) {
        return one.compareTo(MOST.minus(other)) > 0 ? MOST : one.plus(other);
    }
}
