package dev.bookend.operator.serving;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// A stream that fails when more comes than may.
final class AtMost extends FilterInputStream {
    private long left;

    /// More came.
    static final class Exceeded extends IOException {
        private static final long serialVersionUID = 1;

        Exceeded() {
            super("more bytes came than may");
        }
    }

    AtMost(InputStream in, long most) {
        super(in);
        this.left = most;
    }

    @Override
    public int read() throws IOException {
        var letter = super.read();
        count(letter < 0 ? 0 : 1);
        return letter;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        var read = super.read(into, from, length);
        count(Math.max(0, read));
        return read;
    }

    private void count(int bytes) throws Exceeded {
        left -= bytes;
        if (left < 0) {
            throw new Exceeded();
        }
    }
}
