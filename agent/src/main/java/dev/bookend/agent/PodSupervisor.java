package dev.bookend.agent;

import dev.bookend.lifecycle.Attempt;
import dev.bookend.runtime.RuntimeFailure;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Keeps pods alive as a service does: begins them or goes on with them, tries again what could not
/// be begun, and leaves them running when the service goes. Thread-safe.
public final class PodSupervisor {
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);

    private final AgentPlace place;
    private final Map<String, Care> cares = new ConcurrentHashMap<>();
    private volatile boolean leaving;

    public PodSupervisor(AgentPlace place) {
        this.place = place;
    }

    /// Takes charge of the pod of this uid; returns at once. A second call for it changes nothing.
    ///
    /// @param requests hears how the pod's ContainerRecreateRequests fare
    public void begin(PodCharge charge, String uid, PodWard ward, RecreationListener requests) {
        var care = new Care(charge, uid, ward, new RecreationWatch(ward, requests));
        if (cares.putIfAbsent(uid, care) == null && !leaving) {
            Thread.ofVirtual().name("care for " + charge.name()).start(care::run);
        }
    }

    /// Asks a pod to end; a later request may only hasten it.
    public void stop(String uid, Optional<Duration> grace) {
        Optional.ofNullable(cares.get(uid)).ifPresent(care -> care.stop(grace));
    }

    /// The pod's life, while it lasts.
    public Optional<PodLife> life(String uid) {
        return Optional.ofNullable(cares.get(uid)).flatMap(care -> care.life);
    }

    /// Whether no pod waits for its first attempt: each was begun or adopted, had ended, or was
    /// refused, which its ward has heard.
    public boolean hasTriedAll() {
        return cares.values().stream().allMatch(care -> care.tried);
    }

    /// Where an attempt's output is, also after the pod's end.
    public Optional<Path> log(PodCharge charge, String uid, Attempt attempt) {
        var life = life(uid);
        if (life.isPresent()) {
            return life.get().log(attempt);
        }
        try (var sandbox = place.runtime().open(charge.sandbox(uid), (_, _, _) -> {})) {
            return sandbox.log(attempt);
        } catch (RuntimeFailure _) {
            return Optional.empty();
        }
    }

    /// Removes what the runtime keeps of a pod whose life is over.
    public void remove(PodCharge charge, String uid) {
        cares.remove(uid);
        try {
            place.runtime().open(charge.sandbox(uid), (_, _, _) -> {}).remove();
        } catch (RuntimeFailure | UncheckedIOException _) {
            // What is left of it costs some space and nothing else.
        }
    }

    /// Lets go of all pods; their containers live on.
    public void leave() {
        leaving = true;
        cares.values().forEach(Care::leave);
    }

    /// The care for one pod, from its opening to its end.
    private final class Care {
        private final PodCharge charge;
        private final String uid;
        private final PodWard ward;
        private final PodWatcher watcher;
        private final Semaphore news = new Semaphore(0);
        private volatile boolean tried;
        private boolean begun;
        private volatile Optional<PodLife> life = Optional.empty();
        private volatile Optional<Optional<Duration>> wish = Optional.empty();

        Care(PodCharge charge, String uid, PodWard ward, PodWatcher watcher) {
            this.charge = charge;
            this.uid = uid;
            this.ward = ward;
            this.watcher = watcher;
        }

        void stop(Optional<Duration> grace) {
            wish = Optional.of(grace);
            life.ifPresent(it -> it.stop(grace));
            news.release();
        }

        void leave() {
            life.ifPresent(PodLife::leave);
            news.release();
        }

        void run() {
            try {
                live();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            } finally {
                tried = true;
            }
        }

        private void live() throws InterruptedException {
            var pause = FIRST_PAUSE;
            while (!leaving) {
                try {
                    var past = PodLife.past(place, charge.name(), uid);
                    if (past.isPresent()) {
                        ward.ended(past.get().plan(), past.get().pod());
                        return;
                    }
                    if (hasEnded(begun())) {
                        return;
                    }
                } catch (PodRefused refusal) {
                    ward.refused(String.valueOf(refusal.getMessage()));
                } catch (RuntimeException | StackOverflowError fault) {
                    ward.faulted(String.valueOf(fault));
                }
                tried = true;
                news.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS);
                if (wish.isPresent() && !begun) {
                    ward.neverBegan();
                    return;
                }
                pause = shorter(pause.multipliedBy(2), LONGEST_PAUSE);
            }
        }

        private PodLife begun() throws PodRefused {
            var opened = PodLife.openAs(place, charge, uid, watcher);
            opened.start();
            begun = true;
            life = Optional.of(opened);
            tried = true;
            wish.ifPresent(opened::stop);
            if (leaving) {
                opened.leave();
            }
            return opened;
        }

        /// Waits for the end; false if a fault of ours stopped the loop, and the containers live on
        /// until it is opened again.
        private boolean hasEnded(PodLife opened) throws InterruptedException {
            try {
                var pod = opened.end().get();
                life = Optional.empty();
                ward.ended(opened.plan(), pod);
                return true;
            } catch (ExecutionException fault) {
                life = Optional.empty();
                if (!leaving) {
                    ward.faulted(String.valueOf(fault.getCause()));
                }
                return leaving;
            }
        }

        private static Duration shorter(Duration one, Duration other) {
            return one.compareTo(other) < 0 ? one : other;
        }
    }
}
