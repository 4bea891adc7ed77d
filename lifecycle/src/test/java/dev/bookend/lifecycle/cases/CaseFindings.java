package dev.bookend.lifecycle.cases;

import dev.bookend.lifecycle.plan.PlanResult;
import dev.bookend.lifecycle.rules.Finding;

import java.util.ArrayList;
import java.util.List;

/// Lays what the planner found beside what a case expects it to find. All findings stand where the
/// first one is expected; a case that expects none gets them at its end.
final class CaseFindings {
    private final List<CaseLine.Finds> expected = new ArrayList<>();
    private boolean told;

    CaseFindings(List<CaseLine> lines) {
        for (var line : lines) {
            if (line instanceof CaseLine.Finds finds) {
                expected.add(finds);
            }
        }
    }

    List<CaseLine> first(PlanResult result) {
        return told ? List.of() : rest(result);
    }

    List<CaseLine> rest(PlanResult result) {
        if (told) {
            return List.of();
        }
        told = true;
        var lines = new ArrayList<CaseLine>();
        for (var finding : result.all()) {
            lines.add(line(finding, lines.size()));
        }
        return lines;
    }

    /// Fragments stand for the whole sentence that they are a part of.
    private CaseLine line(Finding finding, int index) {
        var words =
                "%s %s %s \"%s\""
                        .formatted(
                                finding.severity().word(),
                                finding.rule(),
                                finding.path(),
                                finding.value())
                        .replaceAll("\\s+", " ");
        if (index >= expected.size()) {
            return new CaseLine.Finds(0, words, finding.says(), finding.hint());
        }
        var wanted = expected.get(index);
        return new CaseLine.Finds(
                wanted.number(),
                words,
                part(wanted.says(), finding.says()),
                part(wanted.hint(), finding.hint()));
    }

    private static String part(String fragment, String whole) {
        return !fragment.isEmpty() && whole.contains(fragment) ? fragment : whole;
    }
}
