package dev.bookend.manifest.yaml;

import java.util.Set;
import java.util.regex.Pattern;

/// What a scalar of YAML 1.2 (core schema) is.
public enum ScalarKind {
    TEXT,
    /// Plain `yes`, `on` and the like: text here, but a boolean for the YAML readers of Kubernetes.
    OLD_FLAG,
    INTEGER,
    DECIMAL,
    FLAG,
    NULL;

    private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");
    private static final Set<String> FLAGS =
            Set.of("true", "True", "TRUE", "false", "False", "FALSE");
    private static final Set<String> OLD_FLAGS =
            Set.of(
                    "y", "Y", "yes", "Yes", "YES", "n", "N", "no", "No", "NO", "on", "On", "ON",
                    "off", "Off", "OFF");
    private static final Pattern INTEGERS =
            Pattern.compile("[-+]?(?:[0-9]++|0o[0-7]++|0x[0-9a-fA-F]++)");
    private static final Pattern DECIMALS =
            Pattern.compile(
                    "[-+]?(?:\\.[0-9]++|[0-9]++(?:\\.[0-9]*+)?)(?:[eE][-+]?[0-9]++)?"
                            + "|[-+]?\\.(?:inf|Inf|INF)|\\.(?:nan|NaN|NAN)");

    static ScalarKind ofPlain(String text) {
        if (NULLS.contains(text)) {
            return NULL;
        }
        if (FLAGS.contains(text)) {
            return FLAG;
        }
        if (OLD_FLAGS.contains(text)) {
            return OLD_FLAG;
        }
        return ofNumber(text);
    }

    private static ScalarKind ofNumber(String text) {
        if ("+-.0123456789".indexOf(text.charAt(0)) < 0) {
            return TEXT;
        }
        if (INTEGERS.matcher(text).matches()) {
            return INTEGER;
        }
        return DECIMALS.matcher(text).matches() ? DECIMAL : TEXT;
    }

    public boolean isText() {
        return this == TEXT || this == OLD_FLAG;
    }
}
