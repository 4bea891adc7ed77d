package dev.bookend.manifest.text;

/// Tells text from other bytes that happen to be UTF-8.
final class TextCheck {
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private TextCheck() {}

    static ManifestSource.Load checked(String text) {
        var plain = text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
        for (var i = 0; i < plain.length(); i++) {
            if (isForeign(plain.charAt(i))) {
                return new ManifestSource.Unreadable(
                        position(plain, i),
                        "it is not text: it contains the control character U+%04X"
                                .formatted((int) plain.charAt(i)),
                        "name a YAML or JSON file");
            }
        }
        return new ManifestSource.Loaded(plain);
    }

    private static boolean isForeign(char letter) {
        return (letter < ' ' && "\t\n\r".indexOf(letter) < 0) || letter == '\u007F';
    }

    private static Position position(String text, int index) {
        var before = text.substring(0, index);
        var line = 1 + (int) before.chars().filter(letter -> letter == '\n').count();
        return new Position(line, index - before.lastIndexOf('\n'));
    }
}
