package dev.bookend.operator.kube;

import java.util.List;

/// The names that the operator leaves on objects, exact to the letter.
public final class Marks {
    /// On pods that have barriers, and on the ConfigMaps that hold their keys.
    public static final String ORDERED_LABEL = "bookend.dev/launch";

    public static final String ORDERED_VALUE = "ordered";

    /// How many levels of a pod have been opened; each write of it also wakes the kubelet.
    public static final String OPENED = "bookend.dev/launch-opened";

    /// Counts the times the kubelet was woken again.
    public static final String NUDGE = "bookend.dev/launch-nudge";

    /// On a pod that was looked at and will be refused; no pod that exists has it.
    public static final String REFUSED = "bookend.dev/launch-refused";

    /// What only the operator may write on a pod: a copy of one that has run brings them along.
    public static final List<String> OWN_ANNOTATIONS = List.of(OPENED, NUDGE, REFUSED);

    /// Holds a pod back from scheduling until its map is its own.
    public static final String SCHEDULING_GATE = "bookend.dev/barrier";

    public static final String CONDITION = "bookend.dev/LaunchOrder";

    private Marks() {}
}
