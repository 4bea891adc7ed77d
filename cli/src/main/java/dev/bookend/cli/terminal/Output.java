package dev.bookend.cli.terminal;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
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

    /// Takes bytes, and fails when nobody reads them any more, which a `PrintStream` hides.
    public OutputStream bytes() {
        return new FilterOutputStream(stream) {
            @Override
            public void write(byte[] data, int offset, int length) throws IOException {
                stream.write(data, offset, length);
                refuseIfClosed();
            }

            @Override
            public void flush() throws IOException {
                refuseIfClosed();
            }
        };
    }

    /// Hands on what was written.
    public void refuseIfClosed() throws OutputClosed {
        if (stream.checkError()) {
            throw new OutputClosed();
        }
    }

    public String paint(Colour colour, String text) {
        return coloured ? colour.code() + text + Colour.RESET : text;
    }
}
