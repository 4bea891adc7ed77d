package dev.bookend.manifest;

import dev.bookend.lifecycle.Finding;
import dev.bookend.lifecycle.Findings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// The findings of a file, up to as many as anybody will read; the rest is said in one.
final class FindingList {
    private final List<LocatedFinding> list = new ArrayList<>();

    boolean isFull() {
        return list.size() > Limits.MOST_FINDINGS;
    }

    boolean isEmpty() {
        return list.isEmpty();
    }

    void addAll(Collection<LocatedFinding> more) {
        more.forEach(this::add);
    }

    void add(LocatedFinding found) {
        if (list.size() < Limits.MOST_FINDINGS) {
            list.add(new LocatedFinding(onOneLine(found.finding()), found.at()));
        } else if (!isFull()) {
            list.add(new LocatedFinding(tooMany(), found.at()));
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

    private static Finding tooMany() {
        return Finding.error(
                "",
                "",
                "limit",
                "there are more than %d findings, and no more are shown"
                        .formatted(Limits.MOST_FINDINGS),
                "correct these first");
    }

    List<LocatedFinding> list() {
        return List.copyOf(list);
    }
}
