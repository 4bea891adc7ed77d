package dev.bookend.lifecycle.plan;

import dev.bookend.lifecycle.pod.HookKind;
import dev.bookend.lifecycle.pod.Lifecycle;
import dev.bookend.lifecycle.pod.Probe;
import dev.bookend.lifecycle.pod.ProbeKind;
import dev.bookend.lifecycle.pod.Probes;
import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Signal;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.SequencedSet;

/// A container's place in both orders of its pod, and the rules of its own life.
///
/// `gates` must be open before it starts; every container of `exitAfter` must have ended before its
/// turn to exit comes.
public record ContainerPlan(
        ContainerName name,
        ContainerKind kind,
        SequencedSet<Gate> gates,
        SequencedSet<ContainerName> exitAfter,
        RestartPolicy restartPolicy,
        Probes probes,
        Lifecycle lifecycle) {
    public ContainerPlan {
        gates = Collections.unmodifiableSequencedSet(new LinkedHashSet<>(gates));
        exitAfter = Collections.unmodifiableSequencedSet(new LinkedHashSet<>(exitAfter));
    }

    public boolean hasHook(HookKind kind) {
        return lifecycle.hook(kind).isPresent();
    }

    public Signal stopSignal() {
        return lifecycle.stopSignal().flatMap(Signal::ofWord).orElse(Signal.TERM);
    }

    public Optional<Probe> probe(ProbeKind kind) {
        return probes.of(kind);
    }

    /// Whether its preStop hook begins before any standard container is touched (EXIT-3).
    boolean isHeardFirst() {
        return kind.isSidecar() && hasHook(HookKind.PRE_STOP);
    }
}
