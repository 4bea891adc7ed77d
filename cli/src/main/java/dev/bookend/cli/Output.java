package dev.bookend.cli;

import java.io.PrintStream;

/// A stream of lines for a person or a program.
///
/// @param live whether it is a terminal, where lines can be drawn anew
public record Output(PrintStream stream, boolean coloured, boolean live) {
    public Output(PrintStream stream, boolean coloured) {
        this(stream, coloured, false);
    }

    Output withoutColour() {
        return new Output(stream, false, live);
    }

    public void line(String text) {
        stream.println(text);
    }

    public String paint(Colour colour, String text) {
        return coloured ? colour.code() + text + Colour.RESET : text;
    }
}
