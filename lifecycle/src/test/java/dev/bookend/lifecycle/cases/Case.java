package dev.bookend.lifecycle.cases;

import java.util.ArrayList;
import java.util.List;

/// A scenario in words. Living through it gives the same words if the engine keeps its promises.
record Case(List<CaseLine> lines) {
    private static final int EVENT_COLUMN = 34;
    private static final int WIDTH = 100;

    static Case read(List<String> texts) {
        return new Case(CaseReader.read(texts));
    }

    /// The case with what really followed in place of what was expected.
    Case lived() {
        var run = new CaseRun();
        var lived = new ArrayList<CaseLine>();
        var found = new CaseFindings(lines);
        for (var line : lines) {
            try {
                lived.addAll(lived(run, found, line));
            } catch (IllegalArgumentException wrong) {
                throw new IllegalArgumentException(
                        "line %d: %s".formatted(line.number(), wrong.getMessage()), wrong);
            }
        }
        lived.addAll(found.rest(run.result()));
        return new Case(lived);
    }

    private static List<CaseLine> lived(CaseRun run, CaseFindings found, CaseLine line) {
        return switch (line) {
            case CaseLine.Verbatim(_, var text) -> {
                if (!text.isEmpty() && !text.strip().startsWith("#")) {
                    run.header(text);
                }
                yield List.of(line);
            }
            case CaseLine.Stepping(var number, var time, var event, _, var comment) ->
                    List.of(
                            new CaseLine.Stepping(
                                    number, time, event, run.step(time, event), comment));
            case CaseLine.Asking(var number, var question, _, var comment) ->
                    List.of(new CaseLine.Asking(number, question, run.answer(question), comment));
            case CaseLine.Finds _ -> found.first(run.result());
        };
    }

    List<String> text() {
        return lines.stream().flatMap(line -> text(line).stream()).toList();
    }

    private static List<String> text(CaseLine line) {
        return switch (line) {
            case CaseLine.Verbatim(_, var text) -> List.of(text);
            case CaseLine.Stepping step -> text(step);
            case CaseLine.Asking(_, var question, var answer, var comment) ->
                    List.of(
                            "      %s = %s%s"
                                    .formatted(question, answer, spaced(comment))
                                    .stripTrailing());
            case CaseLine.Finds(_, var finding, var says, var hint) ->
                    List.of("finds " + finding, "      says " + says, "      hint " + hint);
        };
    }

    private static List<String> text(CaseLine.Stepping step) {
        var texts = new ArrayList<String>();
        var line = new StringBuilder("%5s  %s".formatted(step.time(), step.event()));
        var separator = " ".repeat(Math.max(1, EVENT_COLUMN - line.length())) + "-> ";
        for (var item : step.expected()) {
            var wide = line.length() + separator.length() + item.length() > WIDTH;
            var alone = item.startsWith("tell ") || item.startsWith("warn ");
            if (!separator.endsWith("-> ") && (wide || alone)) {
                texts.add(line.toString());
                line = new StringBuilder(" ".repeat(EVENT_COLUMN));
                separator = "-> ";
            }
            line.append(separator).append(item);
            separator = " ; ";
        }
        if (step.expected().isEmpty()) {
            line.append(separator.stripTrailing());
        }
        texts.add(line.toString());
        texts.set(0, texts.getFirst() + spaced(step.comment()));
        return texts;
    }

    private static String spaced(String comment) {
        return comment.isEmpty() ? "" : "  " + comment;
    }
}
