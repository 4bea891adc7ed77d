package dev.bookend.cli.terminal;

import java.io.IOException;

/// Nobody reads our output any more, as behind `| head`; there is nobody to tell.
public final class OutputClosed extends IOException {
    private static final long serialVersionUID = 1L;

    OutputClosed() {
        super("nobody reads the output any more");
    }
}
