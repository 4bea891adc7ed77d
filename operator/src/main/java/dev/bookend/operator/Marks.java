package dev.bookend.operator;

/// The names that the operator leaves on objects, exact to the letter.
final class Marks {
    /// On pods that have barriers, and on the ConfigMaps that hold their keys.
    static final String ORDERED_LABEL = "bookend.dev/launch";

    static final String ORDERED_VALUE = "ordered";

    /// How many levels of a pod have been opened; each write of it also wakes the kubelet.
    static final String OPENED = "bookend.dev/launch-opened";

    /// Counts the times the kubelet was woken again.
    static final String NUDGE = "bookend.dev/launch-nudge";

    /// Holds a pod back from scheduling until its map is its own.
    static final String SCHEDULING_GATE = "bookend.dev/barrier";

    static final String CONDITION = "bookend.dev/LaunchOrder";

    private Marks() {}
}
