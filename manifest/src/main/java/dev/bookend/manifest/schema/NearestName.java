package dev.bookend.manifest.schema;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/// Guesses which name someone meant who wrote another.
public final class NearestName {
    private static final int LONGEST = 64;

    private NearestName() {}

    /// The known name that is few slips away: a letter too many, missing, wrong or swapped. A name
    /// with a dot (`lifecycle.preStop`) is meant by someone who wrote its last part alone.
    public static Optional<String> among(Collection<String> known, String written) {
        if (written.length() > LONGEST) {
            return Optional.empty();
        }
        return known.stream()
                .filter(name -> slips(name, written) <= allowed(written))
                .min(Comparator.comparingInt(name -> slips(name, written)));
    }

    private static int allowed(String written) {
        return Math.min(2, written.length() / 3);
    }

    private static int slips(String name, String written) {
        var dot = name.lastIndexOf('.');
        if (dot >= 0) {
            return name.substring(dot + 1).equals(written) ? 1 : LONGEST;
        }
        var lower = name.toLowerCase(Locale.ROOT);
        return distance(lower, written.toLowerCase(Locale.ROOT));
    }

    /// The edit distance in which a swap of neighbours is one edit.
    private static int distance(String a, String b) {
        var rows = new int[a.length() + 1][b.length() + 1];
        for (var i = 0; i <= a.length(); i++) {
            for (var j = 0; j <= b.length(); j++) {
                rows[i][j] = Math.min(i, j) == 0 ? Math.max(i, j) : cell(rows, a, b, i, j);
            }
        }
        return rows[a.length()][b.length()];
    }

    private static int cell(int[][] rows, String a, String b, int i, int j) {
        var same = a.charAt(i - 1) == b.charAt(j - 1);
        var best = rows[i - 1][j - 1] + (same ? 0 : 1);
        best = Math.min(best, 1 + Math.min(rows[i - 1][j], rows[i][j - 1]));
        var swapped =
                i > 1
                        && j > 1
                        && a.charAt(i - 1) == b.charAt(j - 2)
                        && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, rows[i - 2][j - 2] + 1) : best;
    }
}
