package dev.bookend.operator;

import java.util.List;

/// The names that the operator leaves on objects, exact to the letter.
final class Marks {
    /// On pods that have barriers, and on the ConfigMaps that hold their keys.
    static final String ORDERED_LABEL = "bookend.dev/launch";

    static final String ORDERED_VALUE = "ordered";

    /// How many levels of a pod have been opened; each write of it also wakes the kubelet.
    static final String OPENED = "bookend.dev/launch-opened";

    /// Counts the times the kubelet was woken again.
    static final String NUDGE = "bookend.dev/launch-nudge";

    /// On a pod that was looked at and will be refused; no pod that exists has it.
    static final String REFUSED = "bookend.dev/launch-refused";

    /// What only the operator may write on a pod: a copy of one that has run brings them along.
    static final List<String> OWN_ANNOTATIONS = List.of(OPENED, NUDGE, REFUSED);

    /// Holds a pod back from scheduling until its map is its own.
    static final String SCHEDULING_GATE = "bookend.dev/barrier";

    static final String CONDITION = "bookend.dev/LaunchOrder";

    private Marks() {}
}
