package dev.bookend.agent.environment;

/// Text in quotes as the files of a downward API volume have it, which are read by programs that
/// know Go's way of quoting.
final class QuotedText {
    private QuotedText() {}

    static String of(String text) {
        var quoted = new StringBuilder("\"");
        text.codePoints().forEach(letter -> append(quoted, letter));
        return quoted.append('"').toString();
    }

    private static void append(StringBuilder quoted, int letter) {
        switch (letter) {
            case '"' -> quoted.append("\\\"");
            case '\\' -> quoted.append("\\\\");
            case '\n' -> quoted.append("\\n");
            case '\r' -> quoted.append("\\r");
            case '\t' -> quoted.append("\\t");
            default -> quoted.append(shown(letter));
        }
    }

    private static String shown(int letter) {
        return Character.isISOControl(letter)
                ? "\\x%02x".formatted(letter)
                : Character.toString(letter);
    }
}
