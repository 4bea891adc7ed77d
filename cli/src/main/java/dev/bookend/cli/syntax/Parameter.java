package dev.bookend.cli.syntax;

/// A word of the command line that is no option, or several in a row.
public record Parameter(String label, int least, int most, String description) {
    public static Parameter one(String label, String description) {
        return new Parameter(label, 1, 1, description);
    }

    public static Parameter optional(String label, String description) {
        return new Parameter(label, 0, 1, description);
    }

    /// Only the last parameter can be this.
    public static Parameter oneOrMore(String label, String description) {
        return new Parameter(label, 1, Integer.MAX_VALUE, description);
    }

    /// Only the last parameter can be this.
    public static Parameter any(String label, String description) {
        return new Parameter(label, 0, Integer.MAX_VALUE, description);
    }

    /// How the help writes it.
    String text() {
        var repeated = most > 1 ? label + "..." : label;
        return least == 0 ? "[" + repeated + "]" : repeated;
    }
}
