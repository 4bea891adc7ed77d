package dev.bookend.lifecycle.order;

/// Compares the priorities of native sidecars with their places in the list, which decide
/// (INPUT-2).
final class NativePlaces {
    private final String does;
    private final OrderFindings findings;
    private String earlier = "";
    private Priority latest = new Priority(Integer.MAX_VALUE, "", false);

    /// @param does what the later one of the list does in regard to the earlier one
    NativePlaces(String does, OrderFindings findings) {
        this.does = does;
        this.findings = findings;
    }

    /// Takes the next one of the list: it starts after and exits before those that came before it.
    void next(String name, Priority priority) {
        if (priority.value() > latest.value()) {
            var stated = priority.explicit() ? priority : latest;
            findings.warn(
                    stated.path(),
                    String.valueOf(stated.value()),
                    "native sidecar %s %s %s, as their list says, whatever their priorities say"
                            .formatted(name, does, earlier),
                    "let the list of init containers and the priorities say the same");
        }
        earlier = name;
        latest = priority;
    }
}
