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
    /// How the ids of users' commands begin. All others are the agent's own, hooks and probes, for
    /// which places are kept.
    public static final String USERS = "api-";

    public ExecRequest {
        command = List.copyOf(command);
    }

    public boolean isUsers() {
        return id.startsWith(USERS);
    }

    public static ExecRequest of(String id, List<String> command) {
        return new ExecRequest(id, command, Optional.empty(), false);
    }
}
