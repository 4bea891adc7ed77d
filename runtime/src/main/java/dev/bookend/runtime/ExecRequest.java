package dev.bookend.runtime;

import java.util.List;
import java.util.Optional;

/// A command to run inside a container.
///
/// @param id names this delivery within its attempt; short, letters, digits and dashes
/// @param terminal the size of the terminal that it gets, if it gets one of its own
/// @param stdin whether anybody will write to its standard input
public record ExecRequest(
        String id, List<String> command, Optional<TerminalSize> terminal, boolean stdin) {
    public ExecRequest {
        command = List.copyOf(command);
    }

    public static ExecRequest of(String id, List<String> command) {
        return new ExecRequest(id, command, Optional.empty(), false);
    }
}
