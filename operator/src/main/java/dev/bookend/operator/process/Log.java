package dev.bookend.operator.process;

import java.io.PrintStream;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/// One line for each thing worth knowing afterwards.
public record Log(PrintStream out, InstantSource clock) {
    private static final int LONGEST = 1000;

    /// The beginning of a text whose length is somebody else's choice.
    public static String within(String text) {
        return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
    }

    public void info(String text) {
        line("info", text);
    }

    public void warn(String text) {
        line("warn", text);
    }

    private void line(String level, String text) {
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        out.println("%s %s %s".formatted(now, level, within(text).replace('\n', ' ')));
    }
}
