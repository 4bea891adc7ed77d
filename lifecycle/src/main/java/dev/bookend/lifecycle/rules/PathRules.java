package dev.bookend.lifecycle.rules;

import java.util.List;

/// The paths that Kubernetes allows inside volumes and containers.
final class PathRules {
    private PathRules() {}

    static void relative(Findings findings, String path, String text) {
        if (text.startsWith("/")) {
            findings.invalid(path, text, "must be a relative path", "remove the leading '/'");
        }
    }

    static void noUpwardStep(Findings findings, String path, String text) {
        if (List.of(text.split("/", -1)).contains("..")) {
            findings.invalid(path, text, "must not contain '..'", "write the path without '..'");
        }
    }
}
