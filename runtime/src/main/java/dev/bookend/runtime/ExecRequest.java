package dev.bookend.runtime;

import java.util.List;

/// A command to run inside a container.
///
/// @param id names this delivery within its attempt; short, letters, digits and dashes
/// @param tty whether it gets a terminal of its own
/// @param stdin whether anybody will write to its standard input
public record ExecRequest(String id, List<String> command, boolean tty, boolean stdin) {
    public ExecRequest {
        command = List.copyOf(command);
    }

    public static ExecRequest of(String id, List<String> command) {
        return new ExecRequest(id, command, false, false);
    }
}
