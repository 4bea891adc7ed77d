package dev.bookend.lifecycle.order;

import java.util.Optional;
import java.util.regex.Pattern;

/// A priority with the place where its author wrote it.
///
/// @param explicit false where nobody wrote one and the default 0 counts
record Priority(int value, String path, boolean explicit) {
    static final String RANGE = "[-2147483647, 2147483647]";
    private static final Pattern INTEGER = Pattern.compile("-?[0-9]+");
    private static final int LONGEST = 12;

    static Priority none() {
        return new Priority(0, "", false);
    }

    static boolean isInteger(String text) {
        return INTEGER.matcher(text).matches();
    }

    /// The value of a well-formed integer, if it is in range.
    static Optional<Integer> inRange(String text) {
        var digits = text.replaceFirst("^(-?)0+(?=[0-9])", "$1");
        if (digits.length() > LONGEST) {
            return Optional.empty();
        }
        var value = Long.parseLong(digits);
        return Math.abs(value) > Integer.MAX_VALUE ? Optional.empty() : Optional.of((int) value);
    }
}
