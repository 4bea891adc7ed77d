package dev.bookend.lifecycle.cases;

import java.util.List;

/// A line of a case, with the lines that belong to it.
sealed interface CaseLine {
    int number();

    /// A comment, a blank line or a line of the header, which is kept as it is.
    record Verbatim(int number, String text) implements CaseLine {}

    /// `9s stop 30s -> signal app#1 TERM ITS_TURN`: what happens, and what must follow.
    record Stepping(int number, String time, String event, List<String> expected, String comment)
            implements CaseLine {
        public Stepping {
            expected = List.copyOf(expected);
        }
    }

    /// `state app = Running ready`: what must be true after the line before.
    record Asking(int number, String question, String answer, String comment) implements CaseLine {}

    /// `finds error INPUT-4 spec.containers[0].env[0].value "1.5"` with fragments of its message
    /// and of its remedy.
    record Finds(int number, String finding, String says, String hint) implements CaseLine {}
}
