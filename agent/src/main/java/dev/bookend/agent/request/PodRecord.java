package dev.bookend.agent.request;

import dev.bookend.agent.charge.PodCharge;
import dev.bookend.agent.charge.PodRefused;
import dev.bookend.agent.charge.PodRefused.Kind;
import dev.bookend.agent.journal.JournalDamage;
import dev.bookend.agent.journal.PodPast;
import dev.bookend.agent.journal.RecordedLife;
import dev.bookend.agent.state.PodDirectory;
import dev.bookend.agent.state.PodLock;
import dev.bookend.agent.state.StateDirectory;
import dev.bookend.lifecycle.engine.Engine;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.recreate.RecreateProgress;
import dev.bookend.lifecycle.recreate.RequestId;
import dev.bookend.lifecycle.value.PodName;

import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A pod as its files tell of it to a process that does not own it.
///
/// @param requests every request that the pod ever knew, as it was last
/// @param owner the process that runs it; empty if none does
record PodRecord(
        PodCharge charge,
        PodState pod,
        String uid,
        Map<RequestId, RecreateProgress> requests,
        Optional<Long> owner) {
    static PodRecord read(StateDirectory state, PodName name) throws PodRefused {
        var directory = state.pod(name);
        try {
            var life = RecordedLife.read(directory.journal()).orElseThrow(() -> none(state, name));
            var charge =
                    PodCharge.read(Files.readString(directory.manifest()), life.header().grace())
                            .orElseThrow(() -> none(state, name));
            var requests = new LinkedHashMap<RequestId, RecreateProgress>();
            var plan = charge.effectivePlan();
            var pod = new PodPast(life.from(), List.of()).replay(plan);
            requests.putAll(pod.recreations());
            for (var event : life.events()) {
                pod = Engine.step(plan, pod, event).pod();
                requests.putAll(pod.recreations());
            }
            return new PodRecord(charge, pod, life.header().uid(), requests, owner(directory));
        } catch (IOException | JournalDamage failure) {
            throw new PodRefused(
                    Kind.UNABLE, "pod %s: %s".formatted(name, failure.getMessage()), failure);
        }
    }

    private static PodRefused none(StateDirectory state, PodName name) {
        return new PodRefused(
                Kind.UNKNOWN,
                "there is no pod %s below %s; check the name, -n and --state"
                        .formatted(name, state.root()));
    }

    /// The lock itself is not tried: for that moment, nobody else could take the pod.
    private static Optional<Long> owner(PodDirectory directory) throws IOException {
        var text = PodLock.lastOwner(directory.lock());
        return text.matches("[0-9]{1,18}")
                ? Optional.of(Long.valueOf(text))
                        .filter(
                                pid ->
                                        ProcessHandle.of(pid)
                                                .filter(ProcessHandle::isAlive)
                                                .isPresent())
                : Optional.empty();
    }
}
