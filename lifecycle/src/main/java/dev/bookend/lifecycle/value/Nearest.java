package dev.bookend.lifecycle.value;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/// Finds the known word that a misspelt one most likely meant.
public final class Nearest {
    private static final int FARTHEST = 3;

    private Nearest() {}

    public static Optional<String> to(String word, Collection<String> known) {
        var limit = Math.min(FARTHEST, Math.max(1, word.length() / 3));
        return known.stream()
                .filter(candidate -> distance(word, candidate) <= limit)
                .min(Comparator.comparingInt(candidate -> distance(word, candidate)));
    }

    /// Levenshtein's distance, letter case aside.
    static int distance(String one, String other) {
        var a = one.toLowerCase(Locale.ROOT);
        var b = other.toLowerCase(Locale.ROOT);
        var row = new int[b.length() + 1];
        for (var j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (var i = 1; i <= a.length(); i++) {
            var diagonal = row[0];
            row[0] = i;
            for (var j = 1; j <= b.length(); j++) {
                var above = row[j];
                var swap = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(swap, Math.min(above, row[j - 1]) + 1);
                diagonal = above;
            }
        }
        return row[b.length()];
    }
}
