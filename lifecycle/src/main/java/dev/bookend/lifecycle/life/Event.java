package dev.bookend.lifecycle.life;

import dev.bookend.lifecycle.pod.HookKind;
import dev.bookend.lifecycle.pod.ProbeKind;
import dev.bookend.lifecycle.recreate.RecreateRequest;
import dev.bookend.lifecycle.recreate.RequestId;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.ExitReason;
import dev.bookend.lifecycle.value.RuntimeId;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// What happened, with the true time of the transition. Nothing else enters the engine.
public sealed interface Event {
    Instant at();

    /// Whether it may be told long after it happened, as when nobody was there to hear of it. All
    /// other events happen when they are told, and so say what time it is.
    default boolean mayComeLate() {
        return switch (this) {
            case ContainerCreated _, ContainerStarted _, StartFailed _, ContainerExited _ -> true;
            case HookStarted _, HookFinished _ -> true;
            case PodAccepted _, ProbeReported _, StopRequested _, TimerFired _ -> false;
            case RecreateRequested _, RecreateCancelled _ -> false;
            case AgentRestarted _, SandboxLost _ -> false;
        };
    }

    record PodAccepted(Instant at) implements Event {}

    /// Everything a start needs is in place.
    record ContainerCreated(Attempt attempt, Instant at) implements Event {}

    record ContainerStarted(Attempt attempt, RuntimeId id, Instant at) implements Event {}

    /// @param reason a fault of what the pod refers to, or of the start itself
    record StartFailed(Attempt attempt, ExitReason reason, String message, Instant at)
            implements Event {
        public StartFailed(Attempt attempt, String message, Instant at) {
            this(attempt, ExitReason.START_ERROR, message, at);
        }
    }

    record ContainerExited(Attempt attempt, Exit exit, Instant at) implements Event {}

    /// The hook's command runs, or its request is on the way.
    record HookStarted(Attempt attempt, HookKind hook, Instant at) implements Event {}

    record HookFinished(Attempt attempt, HookKind hook, HookResult result, Instant at)
            implements Event {}

    record ProbeReported(
            Attempt attempt, ProbeKind probe, ProbeVerdict verdict, String detail, Instant at)
            implements Event {}

    /// Somebody wants the pod gone; without a grace the pod's own counts.
    record StopRequested(Optional<Duration> grace, Instant at) implements Event {}

    /// Somebody wants containers of the pod recreated. A request that is known already is no news.
    record RecreateRequested(RecreateRequest request, Instant at) implements Event {}

    /// A request was deleted; a stop that it began is carried to its end.
    record RecreateCancelled(RequestId id, Instant at) implements Event {}

    record TimerFired(Timer timer, Instant at) implements Event {}

    /// The agent came back: whatever was outstanding is asked for again (HOOK-5), but for a start
    /// in a pod that terminates. If the runtime does not know of that one, it has failed, and a
    /// [StartFailed] must follow.
    record AgentRestarted(Instant at) implements Event {}

    /// Every process of the pod is gone at once, as after a reboot (LAUNCH-4).
    record SandboxLost(Instant at) implements Event {}
}
