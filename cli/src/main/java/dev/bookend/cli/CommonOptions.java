package dev.bookend.cli;

import picocli.CommandLine.Option;

/// The options that every verb understands.
final class CommonOptions {
    @Option(names = "--no-color", description = "No colours (also: NO_COLOR=1).")
    private boolean noColour;

    Terminal apply(Terminal terminal) {
        return noColour ? terminal.withoutColour() : terminal;
    }
}
