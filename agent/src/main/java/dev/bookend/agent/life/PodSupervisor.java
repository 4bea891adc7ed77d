package dev.bookend.agent.life;

import dev.bookend.agent.charge.AgentPlace;
import dev.bookend.agent.charge.PodClaim;
import dev.bookend.agent.opening.Survivors;
import dev.bookend.agent.request.RecreationListener;
import dev.bookend.agent.request.RecreationWatch;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.PodName;
import dev.bookend.runtime.RuntimeFailure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Keeps pods alive as a service does: begins them or goes on with them, tries again what could not
/// be begun, and leaves them running when the service goes. Thread-safe.
public final class PodSupervisor {
    private final AgentPlace place;
    private final Map<String, PodCare> cares = new ConcurrentHashMap<>();
    private volatile boolean leaving;

    public PodSupervisor(AgentPlace place) {
        this.place = place;
    }

    /// Takes charge of a pod; returns at once. A second call for its uid changes nothing.
    ///
    /// @param requests hears how the pod's ContainerRecreateRequests fare
    public void begin(PodClaim claim, PodWard ward, RecreationListener requests) {
        var care = new PodCare(place, claim, ward, new RecreationWatch(ward, requests));
        if (cares.putIfAbsent(claim.uid(), care) == null && !leaving) {
            Thread.ofVirtual().name("care for " + claim.name()).start(care::run);
        }
    }

    /// Asks a pod to end; a later request may only hasten it.
    public void stop(String uid, Optional<Duration> grace) {
        Optional.ofNullable(cares.get(uid)).ifPresent(care -> care.stop(grace));
    }

    /// The pod's life, while it lasts.
    public Optional<PodLife> life(String uid) {
        return Optional.ofNullable(cares.get(uid)).flatMap(PodCare::life);
    }

    /// Whether containers of this uid run, whatever else is known of it.
    public boolean isAlive(String uid) {
        try {
            return new Survivors(place.runtime()).of(uid).isPresent();
        } catch (IOException _) {
            // Whoever must not begin it twice finds out when it is opened.
            return true;
        }
    }

    /// Whether the pod of this name had its last life here under this uid.
    public boolean hasBegun(PodName name, String uid) {
        return place.state().pod(name).readUid().filter(uid::equals).isPresent();
    }

    /// Whether no pod waits for its first attempt: each was begun or adopted, had ended, or was
    /// refused, which its ward has heard.
    public boolean hasTriedAll() {
        return cares.values().stream().allMatch(PodCare::isTried);
    }

    /// Containers that run and are in nobody's hands, each pod as one sentence for a person.
    public List<String> problems() {
        return cares.values().stream().flatMap(it -> it.problem().stream()).sorted().toList();
    }

    /// Where an attempt's output is, also after the pod's end.
    public Optional<Path> log(PodClaim claim, Attempt attempt) {
        var life = life(claim.uid());
        if (life.isPresent()) {
            return life.get().log(attempt);
        }
        try (var sandbox = place.runtime().open(claim.sandbox(), (_, _, _) -> {})) {
            return sandbox.log(attempt);
        } catch (RuntimeFailure _) {
            return Optional.empty();
        }
    }

    /// Removes what the runtime keeps of a pod whose life is over.
    public void remove(PodClaim claim) {
        cares.remove(claim.uid());
        try {
            place.runtime().open(claim.sandbox(), (_, _, _) -> {}).remove();
        } catch (RuntimeFailure | UncheckedIOException _) {
            // What is left of it costs some space and nothing else.
        }
    }

    /// Lets go of all pods; their containers live on.
    public void leave() {
        leaving = true;
        cares.values().forEach(PodCare::leave);
    }
}
