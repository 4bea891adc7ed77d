package dev.bookend.simulator.invariant;

import dev.bookend.lifecycle.plan.ContainerKind;
import dev.bookend.lifecycle.pod.ContainerSpec;
import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.value.ContainerName;

/// A container's place in both orders, read from the manifest without the planner's help.
///
/// @param place where it stands in the manifest, init containers first
public record Role(
        ContainerName name,
        ContainerSpec spec,
        ContainerKind kind,
        RestartPolicy policy,
        int place,
        long launch,
        long exit) {

    /// Whether the other one must be satisfied before this one starts (INPUT-1, INPUT-2).
    boolean startsAfter(Role other) {
        if (kind.isInit() || other.kind.isInit()) {
            return other.kind.isInit() && other.place < place;
        }
        return kind == other.kind ? other.launch > launch : other.kind.isSidecar();
    }

    /// Whether the other one must have ended before this one's turn to exit comes.
    boolean exitsAfter(Role other) {
        return switch (kind) {
            case INIT -> false;
            case NATIVE_SIDECAR ->
                    other.kind != ContainerKind.NATIVE_SIDECAR || other.place > place;
            case SIDECAR, STANDARD ->
                    !other.kind.isInit()
                            && (kind == other.kind ? other.exit < exit : kind.isSidecar());
        };
    }

    boolean hasPreStop() {
        return spec.lifecycle().preStop().isPresent();
    }

    boolean hasPostStart() {
        return spec.lifecycle().postStart().isPresent();
    }
}
