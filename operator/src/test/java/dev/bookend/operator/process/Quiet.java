package dev.bookend.operator.process;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;

/// Surroundings that say nothing.
public final class Quiet {
    private Quiet() {}

    public static Log log(InstantSource clock) {
        var nowhere = OutputStream.nullOutputStream();
        return new Log(new PrintStream(nowhere, true, StandardCharsets.UTF_8), clock);
    }

    public static Surroundings around(InstantSource clock) {
        return new Surroundings(clock, new Metrics(), log(clock));
    }
}
