package dev.bookend.cli.syntax;

import java.util.ArrayList;
import java.util.List;

/// Text that is broken into lines between words.
final class Paragraph {
    private Paragraph() {}

    /// @param width how long a line may be; only a word that is longer makes one longer
    static List<String> lines(String text, int width) {
        return lines(List.of(text.split(" ", -1)), width);
    }

    /// @param words that stay whole, with spaces or without
    static List<String> lines(List<String> words, int width) {
        var lines = new ArrayList<String>();
        var line = new StringBuilder();
        for (var word : words) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
