package dev.bookend.cli.input;

import dev.bookend.manifest.read.ManifestJudge.Verdict;

/// Counts what was checked and found.
final class Tally {
    private int files;
    private int pods;
    private int errors;
    private int warnings;

    void add(Verdict verdict) {
        var bad = (int) verdict.findings().stream().filter(it -> it.finding().isError()).count();
        files++;
        pods += verdict.file().pods().size();
        errors += bad;
        warnings += verdict.findings().size() - bad;
    }

    boolean anyError() {
        return errors > 0;
    }

    String sentence() {
        return String.join(
                ", ",
                count(files, "file"),
                count(pods, "pod"),
                count(errors, "error"),
                count(warnings, "warning"));
    }

    private static String count(int number, String noun) {
        return "%s %s%s".formatted(number == 0 ? "no" : number, noun, number == 1 ? "" : "s");
    }
}
