package dev.bookend.runtime;

/// How much fits on a terminal.
public record TerminalSize(int columns, int rows) {
    private static final int MOST = 65535;

    /// What programs take for granted if nobody says.
    public static final TerminalSize STANDARD = new TerminalSize(80, 24);

    public TerminalSize {
        if (!isPossible(columns, rows)) {
            throw new IllegalArgumentException(
                    "a terminal of %d columns and %d rows".formatted(columns, rows));
        }
    }

    public static boolean isPossible(long columns, long rows) {
        return columns > 0 && rows > 0 && columns <= MOST && rows <= MOST;
    }
}
