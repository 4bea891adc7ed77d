package dev.bookend.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.PrintWriter;
import java.io.StringWriter;

class MainTest {
    @Test
    void helpNamesTheVerbs() {
        var out = new StringWriter();
        var line = Main.commandLine().setOut(new PrintWriter(out));
        assertThat(line.execute("--help")).isEqualTo(ExitCode.OK.number());
        assertThat(out.toString()).contains("VERB", "version", "help");
    }

    @Test
    void anUnknownVerbIsAUsageError() {
        var err = new StringWriter();
        var line = Main.commandLine().setErr(new PrintWriter(err));
        assertThat(line.execute("fly")).isEqualTo(ExitCode.USAGE.number());
        assertThat(err.toString()).contains("fly");
    }
}
