package dev.bookend.lifecycle.life;

import dev.bookend.lifecycle.plan.LaunchFact;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.recreate.ContainerSight;
import dev.bookend.lifecycle.recreate.RecreateProgress;
import dev.bookend.lifecycle.recreate.RequestId;
import dev.bookend.lifecycle.value.ContainerName;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/// All that is known of a pod's life so far; with its plan it says what is outstanding.
///
/// @param recreations the requests for this pod, in the order in which they came
/// @param latest the time as far as the events tell
public record PodState(
        PodStage stage,
        Instant begun,
        SequencedMap<ContainerName, ContainerLife> containers,
        Conditions conditions,
        SequencedMap<RequestId, RecreateProgress> recreations,
        Instant latest) {
    public PodState {
        containers = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(containers));
        recreations = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(recreations));
    }

    /// A pod that nobody has accepted yet.
    public static PodState unborn(PodPlan plan) {
        var lives = new LinkedHashMap<ContainerName, ContainerLife>();
        for (var name : plan.containers().keySet()) {
            lives.put(
                    name,
                    new ContainerLife(
                            new ContainerState.Waiting(Instant.EPOCH),
                            LaunchFact.UNDER_WAY,
                            0,
                            0,
                            Optional.empty()));
        }
        return new PodState(
                new PodStage.Unborn(),
                Instant.EPOCH,
                lives,
                Conditions.NONE,
                Collections.emptyNavigableMap(),
                Instant.EPOCH);
    }

    public ContainerLife life(ContainerName name) {
        var life = containers.get(name);
        if (life == null) {
            throw new IllegalArgumentException("no container " + name);
        }
        return life;
    }

    public ContainerState state(ContainerName name) {
        return life(name).state();
    }

    /// Containers of which the runtime may still have a process.
    public Set<ContainerName> alive() {
        var alive = new LinkedHashSet<ContainerName>();
        containers.forEach(
                (name, life) -> {
                    if (life.state().mayRun()) {
                        alive.add(name);
                    }
                });
        return alive;
    }

    public Map<ContainerName, LaunchFact> facts() {
        var facts = new LinkedHashMap<ContainerName, LaunchFact>();
        containers.forEach((name, life) -> facts.put(name, life.fact()));
        return facts;
    }

    /// What a request sees of a container; empty if the pod has none of that name.
    public Optional<ContainerSight> sight(ContainerName name) {
        return Optional.ofNullable(containers.get(name)).map(ContainerLife::sight);
    }

    /// The requests for whose sake the pod is unready (CRR-5).
    public List<RequestId> unreadyFor() {
        return recreations.values().stream()
                .filter(RecreateProgress::holdsPodUnready)
                .map(progress -> progress.request().id())
                .toList();
    }

    public boolean ended() {
        return stage instanceof PodStage.Ended;
    }
}
