package dev.bookend.lifecycle.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Gathers findings, worded as Kubernetes' own validation words them.
public final class Findings {
    public static final String RULE = "kubernetes";
    private static final int LONGEST_QUOTE = 120;
    private final List<Finding> list = new ArrayList<>();

    public List<Finding> list() {
        return List.copyOf(list);
    }

    public void add(Finding finding) {
        list.add(finding);
    }

    public void required(String path, String says, String hint) {
        var detail = says.isEmpty() ? "" : ": " + says;
        add(Finding.error(path, "", RULE, "Required value" + detail, hint));
    }

    public void invalid(String path, String value, String says, String hint) {
        add(Finding.error(path, value, RULE, invalidValue(quoted(value), says), hint));
    }

    public void invalid(String path, long value, String says, String hint) {
        var text = Long.toString(value);
        add(Finding.error(path, text, RULE, invalidValue(text, says), hint));
    }

    public void duplicate(String path, String value, String hint) {
        add(Finding.error(path, value, RULE, "Duplicate value: " + quoted(value), hint));
    }

    public void notFound(String path, String value, String hint) {
        add(Finding.error(path, value, RULE, "Not found: " + quoted(value), hint));
    }

    public void forbidden(String path, String says, String hint) {
        add(Finding.error(path, "", RULE, "Forbidden: " + says, hint));
    }

    public void unsupported(String path, String value, List<String> supported, String hint) {
        var words = supported.stream().map(Findings::quoted).collect(Collectors.joining(", "));
        var says = "Unsupported value: %s: supported values: %s".formatted(quoted(value), words);
        add(Finding.error(path, value, RULE, says, hint));
    }

    public void warning(String path, String value, String says, String hint) {
        add(Finding.warning(path, value, RULE, says, hint));
    }

    /// The text in quotes, on one line, and never longer than a person wants to read.
    public static String quoted(String text) {
        var quote = new StringBuilder("\"");
        var shown = Math.min(text.length(), LONGEST_QUOTE);
        for (var i = 0; i < shown; i++) {
            quote.append(escaped(text.charAt(i)));
        }
        return quote.append(shown < text.length() ? "…\"" : "\"").toString();
    }

    /// The text on one line, so that no manifest can move the cursor or fake a second line.
    public static String oneLine(String text) {
        if (text.chars().noneMatch(Character::isISOControl)) {
            return text;
        }
        var line = new StringBuilder();
        for (var i = 0; i < text.length(); i++) {
            var letter = text.charAt(i);
            line.append(Character.isISOControl(letter) ? escaped(letter) : String.valueOf(letter));
        }
        return line.toString();
    }

    private static String escaped(char letter) {
        return switch (letter) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            case '\n' -> "\\n";
            case '\t' -> "\\t";
            default ->
                    Character.isISOControl(letter)
                            ? "\\u%04x".formatted((int) letter)
                            : String.valueOf(letter);
        };
    }

    private static String invalidValue(String value, String says) {
        return "Invalid value: %s: %s".formatted(value, says);
    }
}
