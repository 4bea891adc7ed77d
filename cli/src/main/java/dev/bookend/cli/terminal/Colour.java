package dev.bookend.cli.terminal;

/// The colours that output may use.
public enum Colour {
    RED("\u001b[31m"),
    YELLOW("\u001b[33m"),
    GREEN("\u001b[32m"),
    CYAN("\u001b[36m"),
    MAGENTA("\u001b[35m"),
    BLUE("\u001b[34m"),
    BOLD("\u001b[1m"),
    DIM("\u001b[2m");

    static final String RESET = "\u001b[0m";
    private final String code;

    Colour(String code) {
        this.code = code;
    }

    String code() {
        return code;
    }
}
