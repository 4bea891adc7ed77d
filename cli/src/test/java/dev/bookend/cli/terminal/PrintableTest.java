package dev.bookend.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTest {
    @Test
    void nothingOfALineMovesTheCursorOrChangesTheTerminal() {
        var line = "a\u001b[2J\u001b[Hb\u001b]0;title\u0007c\rd\u009b2Je\u007f\tf";
        assertThat(Printable.line(line)).isEqualTo("a[2J[Hb]0;titlecd2Je\tf");
    }

    @Test
    void coloursEndWithTheirLine() {
        assertThat(Printable.line("\u001b[8mhidden")).isEqualTo("\u001b[8mhidden\u001b[0m");
    }
}
