package dev.bookend.lifecycle.cases;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Splits the text of a case into its lines.
final class CaseReader {
    private static final Pattern STEP =
            Pattern.compile("\\s*(\\d+(?:\\.\\d+)?(?:ms|s|m))\\s+(.*?)\\s*(?:->(.*))?");
    private static final Pattern COMMENT = Pattern.compile("^(.*?)(\\s+# .*)?$");

    private final List<CaseLine> lines = new ArrayList<>();

    private CaseReader() {}

    static List<CaseLine> read(List<String> texts) {
        var reader = new CaseReader();
        for (var i = 0; i < texts.size(); i++) {
            try {
                reader.take(i + 1, texts.get(i));
            } catch (IllegalArgumentException wrong) {
                throw new IllegalArgumentException(
                        "line %d: %s".formatted(i + 1, wrong.getMessage()), wrong);
            }
        }
        return List.copyOf(reader.lines);
    }

    private void take(int number, String text) {
        var stripped = text.strip();
        if (stripped.isEmpty() || stripped.startsWith("#")) {
            lines.add(new CaseLine.Verbatim(number, text.stripTrailing()));
        } else if (stripped.startsWith("->")) {
            more(stripped.substring(2));
        } else if (stripped.startsWith("finds ")) {
            lines.add(new CaseLine.Finds(number, squeezed(stripped.substring(6)), "", ""));
        } else if (stripped.startsWith("says ") || stripped.startsWith("hint ")) {
            fragment(stripped.substring(0, 4), stripped.substring(5).strip());
        } else if (Character.isDigit(stripped.charAt(0))) {
            step(number, text);
        } else if (text.startsWith(" ")) {
            question(number, text);
        } else {
            lines.add(new CaseLine.Verbatim(number, text.stripTrailing()));
        }
    }

    private void step(int number, String text) {
        var parts = COMMENT.matcher(text);
        parts.matches();
        var step = STEP.matcher(parts.group(1));
        if (!step.matches()) {
            throw new IllegalArgumentException("not `TIME EVENT -> …`: " + text);
        }
        var comment = parts.group(2) == null ? "" : parts.group(2).strip();
        var event = squeezed(step.group(2));
        lines.add(
                new CaseLine.Stepping(number, step.group(1), event, items(step.group(3)), comment));
    }

    private void more(String text) {
        if (!(lines.getLast() instanceof CaseLine.Stepping step)) {
            throw new IllegalArgumentException("`->` follows no event");
        }
        var all = new ArrayList<>(step.expected());
        all.addAll(items(text));
        lines.removeLast();
        lines.add(
                new CaseLine.Stepping(
                        step.number(), step.time(), step.event(), all, step.comment()));
    }

    private void fragment(String word, String text) {
        if (!(lines.getLast() instanceof CaseLine.Finds finds)) {
            throw new IllegalArgumentException("`" + word + "` follows no `finds`");
        }
        lines.removeLast();
        lines.add(
                word.equals("says")
                        ? new CaseLine.Finds(finds.number(), finds.finding(), text, finds.hint())
                        : new CaseLine.Finds(finds.number(), finds.finding(), finds.says(), text));
    }

    private void question(int number, String text) {
        var parts = COMMENT.matcher(text);
        parts.matches();
        var sides = parts.group(1).split(" = | =$", 2);
        lines.add(
                new CaseLine.Asking(
                        number,
                        squeezed(sides[0].strip()),
                        sides.length < 2 ? "" : squeezed(sides[1].strip()),
                        parts.group(2) == null ? "" : parts.group(2).strip()));
    }

    /// Items stand between semicolons that have a space on each side.
    private static List<String> items(String text) {
        var items = new ArrayList<String>();
        if (text != null) {
            for (var item : text.split(" ; ", -1)) {
                if (!item.isBlank()) {
                    items.add(squeezed(item.strip()));
                }
            }
        }
        return items;
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s+", " ");
    }
}
