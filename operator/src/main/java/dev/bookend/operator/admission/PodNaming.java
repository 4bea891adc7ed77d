package dev.bookend.operator.admission;

import java.util.random.RandomGenerator;

/// Names pods that have only a `generateName`, as the API server would do it.
public record PodNaming(RandomGenerator random) {
    /// No vowels and nothing that looks like another letter, as in the API server's own names.
    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";

    private static final int SUFFIX = 5;
    private static final int LONGEST = 63;

    String name(String prefix) {
        var kept = prefix.substring(0, Math.min(prefix.length(), LONGEST - SUFFIX));
        var name = new StringBuilder(kept);
        for (var i = 0; i < SUFFIX; i++) {
            name.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return name.toString();
    }
}
