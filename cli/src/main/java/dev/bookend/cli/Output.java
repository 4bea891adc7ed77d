package dev.bookend.cli;

import java.io.PrintStream;

/// A stream of lines for a person or a program.
public record Output(PrintStream stream, boolean coloured) {
    Output withoutColour() {
        return new Output(stream, false);
    }

    public void line(String text) {
        stream.println(text);
    }

    public String paint(Colour colour, String text) {
        return coloured ? colour.code() + text + Colour.RESET : text;
    }
}
