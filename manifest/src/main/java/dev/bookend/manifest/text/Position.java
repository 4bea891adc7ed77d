package dev.bookend.manifest.text;

/// A place in a file; lines and columns count from 1.
public record Position(int line, int column) {
    public static final Position START = new Position(1, 1);

    @Override
    public String toString() {
        return line + ":" + column;
    }
}
