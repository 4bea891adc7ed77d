package dev.bookend.manifest.text;

import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.lifecycle.rules.Findings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// The findings of a file, up to as many as anybody will read; the rest is said in one. Warnings
/// are counted apart from errors: however many they are, they make no file wrong.
public final class FindingList {
    private final List<LocatedFinding> list = new ArrayList<>();
    private int errors;
    private int warnings;

    public boolean isFull() {
        return errors > Limits.MOST_FINDINGS;
    }

    public boolean isEmpty() {
        return list.isEmpty();
    }

    public void addAll(Collection<LocatedFinding> more) {
        more.forEach(this::add);
    }

    public void add(LocatedFinding found) {
        var before = found.finding().isError() ? errors++ : warnings++;
        if (before < Limits.MOST_FINDINGS) {
            list.add(new LocatedFinding(onOneLine(found.finding()), found.at()));
        } else if (before == Limits.MOST_FINDINGS) {
            list.add(new LocatedFinding(tooMany(found.finding()), found.at()));
        }
    }

    private static Finding onOneLine(Finding finding) {
        return new Finding(
                finding.severity(),
                Findings.oneLine(finding.path()),
                finding.value(),
                finding.rule(),
                Findings.oneLine(finding.says()),
                Findings.oneLine(finding.hint()));
    }

    private static Finding tooMany(Finding one) {
        return one.isError()
                ? Finding.error("", "", "limit", says("findings"), "correct these first")
                : Finding.warning("", "", "limit", says("warnings"), "look at these first");
    }

    private static String says(String what) {
        return "there are more than %d %s, and no more are shown"
                .formatted(Limits.MOST_FINDINGS, what);
    }

    public List<LocatedFinding> list() {
        return List.copyOf(list);
    }
}
