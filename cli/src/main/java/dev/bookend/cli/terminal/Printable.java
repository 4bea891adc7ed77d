package dev.bookend.cli.terminal;

/// Text that cannot play tricks on a terminal.
public final class Printable {
    private static final char ESCAPE = 0x1b;

    private Printable() {}

    /// The text without control characters; tabs may stay, and colours as far as the line goes.
    public static String line(String text) {
        var clean = new StringBuilder(text.length());
        var painted = false;
        for (var i = 0; i < text.length(); i++) {
            var letter = text.charAt(i);
            var colour = letter == ESCAPE ? colourAt(text, i) : 0;
            if (colour > 0) {
                clean.append(text, i, i + colour);
                i += colour - 1;
                painted = true;
            } else if (letter == '\t' || !Character.isISOControl(letter)) {
                clean.append(letter);
            }
        }
        return painted ? clean.append(Colour.RESET).toString() : clean.toString();
    }

    /// The length of the colour sequence that begins here, else 0.
    private static int colourAt(String text, int from) {
        if (!text.startsWith("[", from + 1)) {
            return 0;
        }
        var at = from + 2;
        while (at < text.length()
                && (Character.isDigit(text.charAt(at)) || text.charAt(at) == ';')) {
            at++;
        }
        return at < text.length() && text.charAt(at) == 'm' ? at + 1 - from : 0;
    }
}
