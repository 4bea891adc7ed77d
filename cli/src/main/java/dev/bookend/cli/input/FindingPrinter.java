package dev.bookend.cli.input;

import dev.bookend.cli.terminal.Colour;
import dev.bookend.cli.terminal.Terminal;
import dev.bookend.lifecycle.rules.Findings;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.read.ManifestJudge.Verdict;
import dev.bookend.manifest.text.LocatedFinding;

/// Prints findings like a compiler: a line each, with file, line and column.
public record FindingPrinter(Terminal terminal, boolean json) {
    public void print(Verdict verdict) {
        var file = verdict.file().name();
        for (var found : verdict.findings()) {
            if (json) {
                terminal.out().line(object(file, found).line());
            } else {
                terminal.err().line(line(file, found));
            }
        }
    }

    private String line(String file, LocatedFinding found) {
        var finding = found.finding();
        var colour = finding.isError() ? Colour.RED : Colour.YELLOW;
        var place = Findings.oneLine("%s:%s:".formatted(file, found.at()));
        return "%s %s %s"
                .formatted(
                        terminal.err().paint(Colour.BOLD, place),
                        terminal.err().paint(colour, finding.severity().word() + ":"),
                        Findings.oneLine(finding.sentence()));
    }

    /// One finding of a file that is told of in another line.
    static String located(String file, LocatedFinding found) {
        return Findings.oneLine(
                "%s:%s: %s".formatted(file, found.at(), found.finding().sentence()));
    }

    private static Json object(String file, LocatedFinding found) {
        var finding = found.finding();
        return Json.object()
                .put("file", file)
                .put("line", found.at().line())
                .put("column", found.at().column())
                .put("severity", finding.severity().word())
                .put("path", finding.path())
                .put("value", finding.value())
                .put("rule", finding.rule())
                .put("message", finding.says())
                .put("hint", finding.hint())
                .done();
    }
}
