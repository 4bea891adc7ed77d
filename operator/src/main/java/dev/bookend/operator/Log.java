package dev.bookend.operator;

import java.io.PrintStream;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/// One line for each thing worth knowing afterwards.
record Log(PrintStream out, InstantSource clock) {
    void info(String text) {
        line("info", text);
    }

    void warn(String text) {
        line("warn", text);
    }

    private void line(String level, String text) {
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        out.println("%s %s %s".formatted(now, level, text.replace('\n', ' ')));
    }
}
