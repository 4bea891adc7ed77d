package dev.bookend.lifecycle.text;

import java.util.ArrayList;
import java.util.List;

/// A line of words, of which any may stand in double quotes, as journals and scenarios write it.
public final class Words {
    private final String line;
    private final List<String> words = new ArrayList<>();
    private int at;

    private Words(String line) {
        this.line = line;
    }

    public static List<String> split(String line) {
        return new Words(line).all();
    }

    static String quote(String text) {
        var quoted = new StringBuilder("\"");
        for (var i = 0; i < text.length(); i++) {
            var c = text.charAt(i);
            switch (c) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                default -> {
                    if (c < ' ' || c == 0x7f) {
                        quoted.append("\\u%04x".formatted((int) c));
                    } else {
                        quoted.append(c);
                    }
                }
            }
        }
        return quoted.append('"').toString();
    }

    private List<String> all() {
        while (skipSpaces()) {
            words.add(line.charAt(at) == '"' ? quoted() : bare());
        }
        return words;
    }

    private boolean skipSpaces() {
        while (at < line.length() && line.charAt(at) == ' ') {
            at++;
        }
        return at < line.length();
    }

    private String bare() {
        var end = line.indexOf(' ', at);
        var word = line.substring(at, end < 0 ? line.length() : end);
        at += word.length();
        return word;
    }

    private String quoted() {
        var word = new StringBuilder();
        at++;
        while (at < line.length() && line.charAt(at) != '"') {
            word.append(line.charAt(at) == '\\' ? escaped() : line.charAt(at++));
        }
        if (at >= line.length()) {
            throw new IllegalArgumentException("a quote is not closed: " + line);
        }
        at++;
        return word.toString();
    }

    private char escaped() {
        at++;
        if (line.startsWith("u", at) && at + 5 <= line.length()) {
            var code = Integer.parseInt(line.substring(at + 1, at + 5), 16);
            at += 5;
            return (char) code;
        }
        if (at >= line.length()) {
            throw new IllegalArgumentException("a line ends in a backslash: " + line);
        }
        return line.charAt(at++);
    }
}
