package dev.bookend.manifest.yaml;

import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.manifest.text.LocatedFinding;
import dev.bookend.manifest.text.Position;

/// Unwinds the reading of a file that cannot be read any further; becomes a finding.
final class YamlProblem extends RuntimeException {
    private static final long serialVersionUID = 1;
    private static final String RULE = "yaml";
    private final transient LocatedFinding finding;

    YamlProblem(Position at, String path, String says, String hint) {
        super(says, null, false, false);
        finding = found(at, path, says, hint);
    }

    LocatedFinding finding() {
        return finding;
    }

    static LocatedFinding found(Position at, String path, String says, String hint) {
        return new LocatedFinding(Finding.error(path, "", RULE, says, hint), at);
    }
}
