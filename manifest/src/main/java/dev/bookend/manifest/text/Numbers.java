package dev.bookend.manifest.text;

import java.util.OptionalLong;

/// Whole numbers as YAML and JSON write them.
public final class Numbers {
    private static final int LONGEST = 24;

    private Numbers() {}

    public static OptionalLong decimal(String digits) {
        return parsed(digits, 10);
    }

    /// A leading zero means octal, as the YAML readers of Kubernetes take it (`defaultMode: 0644`).
    public static OptionalLong whole(String text) {
        if (text.length() > LONGEST) {
            return OptionalLong.empty();
        }
        var sign = text.startsWith("-") ? "-" : "";
        var digits = text.startsWith("-") || text.startsWith("+") ? text.substring(1) : text;
        if (digits.startsWith("0x")) {
            return parsed(sign + digits.substring(2), 16);
        }
        if (digits.startsWith("0o")) {
            return parsed(sign + digits.substring(2), 8);
        }
        return parsed(sign + digits, digits.matches("0[0-7]+") ? 8 : 10);
    }

    private static OptionalLong parsed(String digits, int radix) {
        try {
            return OptionalLong.of(Long.parseLong(digits, radix));
        } catch (NumberFormatException _) {
            return OptionalLong.empty();
        }
    }
}
