package dev.bookend.operator.launch;

import dev.bookend.operator.process.Log;

import java.util.List;

/// What the controller does to the cluster for one pod.
sealed interface LaunchAction {
    record CreateMap(List<String> keys) implements LaunchAction {}

    /// Makes the map of an earlier pod of the same name this pod's own, unless it changed since.
    record TakeOverMap(String version, List<String> keys) implements LaunchAction {}

    record OpenKeys(List<String> keys) implements LaunchAction {}

    record LiftGate() implements LaunchAction {}

    /// Writes the pod's annotations, which also wakes the kubelet.
    record Annotate(int opened, int nudges) implements LaunchAction {}

    record SetCondition(boolean met, String reason, String message) implements LaunchAction {
        public SetCondition {
            message = Log.within(message);
        }
    }

    record Tell(boolean warning, String reason, String message) implements LaunchAction {
        public Tell {
            message = Log.within(message);
        }
    }

    /// Ends a pod whose launch can never be completed (LAUNCH-5).
    record FailPod() implements LaunchAction {}
}
