package dev.bookend.lifecycle.value;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// An amount of a resource as Kubernetes writes it: `500m`, `64Mi`, `1e3`.
public record Quantity(BigDecimal amount) {
    public static final String GRAMMAR =
            "quantities must match the regular expression"
                    + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
    public static final String EXAMPLE =
            "write a number with an optional suffix, such as 500m or 64Mi";
    private static final int LONGEST = 40;
    private static final Pattern SHAPE =
            Pattern.compile(
                    "([+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+))"
                            + "([eE][+-]?[0-9]{1,2}|[KMGTPE]i|[numkMGTPE])?");
    private static final Map<String, Integer> DECIMAL =
            Map.of("n", -9, "u", -6, "m", -3, "k", 3, "M", 6, "G", 9, "T", 12, "P", 15, "E", 18);
    private static final String BINARY = "KMGTPE";
    private static final BigDecimal KIBI = BigDecimal.valueOf(1024);

    public static Optional<Quantity> of(String text) {
        var match = SHAPE.matcher(text);
        if (text.length() > LONGEST || !match.matches()) {
            return Optional.empty();
        }
        var suffix = Optional.ofNullable(match.group(2)).orElse("");
        return Optional.of(new Quantity(scaled(new BigDecimal(match.group(1)), suffix)));
    }

    private static BigDecimal scaled(BigDecimal number, String suffix) {
        if (suffix.isEmpty()) {
            return number;
        }
        if (suffix.endsWith("i")) {
            return number.multiply(KIBI.pow(1 + BINARY.indexOf(suffix.charAt(0))));
        }
        var decimal = DECIMAL.get(suffix);
        return number.scaleByPowerOfTen(
                decimal != null ? decimal : Integer.parseInt(suffix.substring(1)));
    }
}
