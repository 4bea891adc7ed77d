package dev.bookend.lifecycle.value;

import java.util.Map;
import java.util.Optional;

/// A signal by its short name and Linux number.
public record Signal(String name, int number) {
    private static final Map<String, Integer> NUMBERS =
            Map.ofEntries(
                    Map.entry("HUP", 1),
                    Map.entry("INT", 2),
                    Map.entry("QUIT", 3),
                    Map.entry("ILL", 4),
                    Map.entry("TRAP", 5),
                    Map.entry("ABRT", 6),
                    Map.entry("BUS", 7),
                    Map.entry("FPE", 8),
                    Map.entry("KILL", 9),
                    Map.entry("USR1", 10),
                    Map.entry("SEGV", 11),
                    Map.entry("USR2", 12),
                    Map.entry("PIPE", 13),
                    Map.entry("ALRM", 14),
                    Map.entry("TERM", 15),
                    Map.entry("STKFLT", 16),
                    Map.entry("CHLD", 17),
                    Map.entry("CONT", 18),
                    Map.entry("STOP", 19),
                    Map.entry("TSTP", 20),
                    Map.entry("TTIN", 21),
                    Map.entry("TTOU", 22),
                    Map.entry("URG", 23),
                    Map.entry("XCPU", 24),
                    Map.entry("XFSZ", 25),
                    Map.entry("VTALRM", 26),
                    Map.entry("PROF", 27),
                    Map.entry("WINCH", 28),
                    Map.entry("IO", 29),
                    Map.entry("PWR", 30),
                    Map.entry("SYS", 31));
    private static final int RTMIN = 34;
    private static final int RTMAX = 64;

    public static final Signal TERM = new Signal("TERM", 15);
    public static final Signal KILL = new Signal("KILL", 9);

    /// Reads `SIGTERM`, `TERM`, `SIGRTMIN+3` or `SIGRTMAX-1`.
    public static Optional<Signal> ofWord(String word) {
        var name = word.startsWith("SIG") ? word.substring(3) : word;
        int number = NUMBERS.getOrDefault(name, realTime(name));
        return number == 0 ? Optional.empty() : Optional.of(new Signal(name, number));
    }

    private static int realTime(String name) {
        if (name.matches("RTMIN(\\+\\d{1,2})?")) {
            return within(RTMIN + offset(name, "RTMIN+"));
        }
        return name.matches("RTMAX(-\\d{1,2})?") ? within(RTMAX - offset(name, "RTMAX-")) : 0;
    }

    private static int offset(String name, String prefix) {
        return name.length() <= prefix.length() - 1
                ? 0
                : Integer.parseInt(name.substring(prefix.length()));
    }

    private static int within(int number) {
        return number >= RTMIN && number <= RTMAX ? number : 0;
    }
}
