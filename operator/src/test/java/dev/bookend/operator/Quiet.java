package dev.bookend.operator;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;

/// Surroundings that say nothing.
final class Quiet {
    private Quiet() {}

    static Log log(InstantSource clock) {
        var nowhere = OutputStream.nullOutputStream();
        return new Log(new PrintStream(nowhere, true, StandardCharsets.UTF_8), clock);
    }

    static LaunchController.Surroundings around(InstantSource clock) {
        return new LaunchController.Surroundings(clock, new Metrics(), log(clock));
    }
}
