package dev.bookend.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bookend.cli.ChildRun;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// An earlier Bookend, built from the history of this clone.
record EarlierRelease(Path launcher) {
    private static final int MINUTES_TO_BUILD = 10;
    private static final int WITHOUT_HISTORY = 4;

    /// Fails where it cannot be built, unless there is no history to build it from.
    static EarlierRelease built() throws IOException, InterruptedException {
        var log = Files.createTempFile("earlier", ".log");
        try {
            return new EarlierRelease(Path.of(build(log).lines().toList().getLast()));
        } finally {
            Files.delete(log);
        }
    }

    private static String build(Path log) throws IOException, InterruptedException {
        var script = Path.of("../.ci/earlier").toAbsolutePath().normalize();
        var builder = new ProcessBuilder(script.toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        var build = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
        var ended = build.waitFor(MINUTES_TO_BUILD, TimeUnit.MINUTES);
        if (!ended) build.destroyForcibly();
        var says = Files.readString(log);
        assertThat(ended).as("%s has ended:%n%s", script, says).isTrue();
        assumeTrue(build.exitValue() != WITHOUT_HISTORY, says);
        assertThat(build.exitValue()).as("%s:%n%s", script, says).isZero();
        return says;
    }

    ChildRun start(Path state, String verb, String... args) throws IOException {
        var command =
                new ArrayList<>(List.of(launcher.toString(), verb, "--state", state.toString()));
        command.addAll(List.of(args));
        return ChildRun.of(new ProcessBuilder(command));
    }

    String says(Path state, String verb, String... args) throws IOException, InterruptedException {
        try (var run = start(state, verb, args)) {
            assertThat(run.await()).as("%s %s%n%s", verb, List.of(args), run).isZero();
            return String.join("\n", run.out());
        }
    }
}
