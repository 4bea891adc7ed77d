package dev.bookend.agent.life;

import dev.bookend.agent.charge.AgentPlace;
import dev.bookend.agent.charge.PodClaim;
import dev.bookend.agent.charge.PodRefused;
import dev.bookend.agent.charge.PodRefused.Kind;
import dev.bookend.agent.journal.JournalDamage;
import dev.bookend.agent.loop.PodWatcher;
import dev.bookend.agent.opening.EndedPod;
import dev.bookend.agent.opening.OpenedPod;
import dev.bookend.agent.opening.PodOpening;
import dev.bookend.agent.opening.PodRemains;
import dev.bookend.agent.opening.Survivors;
import dev.bookend.agent.state.PodLock;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/// The care for one pod, from its opening to its end. Containers that run and cannot be taken over
/// are named until they can, and are ended when the pod is to end (SAFE-4).
final class PodCare {
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);

    private final AgentPlace place;
    private final PodClaim claim;
    private final PodWard ward;
    private final PodWatcher watcher;
    private final Semaphore news = new Semaphore(0);
    private volatile boolean leaving;
    private volatile boolean tried;
    private int faults;
    private String lastFault = "";
    private volatile Optional<PodLife> life = Optional.empty();
    private volatile Optional<Optional<Duration>> wish = Optional.empty();
    private volatile Optional<String> problem = Optional.empty();
    private volatile Optional<EndedPod> past = Optional.empty();

    PodCare(AgentPlace place, PodClaim claim, PodWard ward, PodWatcher watcher) {
        this.place = place;
        this.claim = claim;
        this.ward = ward;
        this.watcher = watcher;
    }

    /// Asks the pod to end. Of one that has, the end is told again.
    void stop(Optional<Duration> grace) {
        wish = Optional.of(grace);
        life.ifPresent(it -> it.stop(grace));
        past.ifPresent(it -> ward.ended(it.plan(), it.pod()));
        news.release();
    }

    void leave() {
        leaving = true;
        life.ifPresent(PodLife::leave);
        news.release();
    }

    Optional<PodLife> life() {
        return life;
    }

    boolean isTried() {
        return tried;
    }

    /// What runs without being in our hands, and why.
    Optional<String> problem() {
        return problem;
    }

    void run() {
        try {
            var pause = FIRST_PAUSE;
            while (!leaving && !isDone()) {
                tried = true;
                news.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS);
                pause = shorter(pause.multipliedBy(2), LONGEST_PAUSE);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            tried = true;
        }
    }

    /// Tries to take the pod over, and follows it to its end.
    private boolean isDone() throws InterruptedException {
        try {
            if (wish.isPresent() && faults > 1 && isEnded(lastFault)) {
                return true;
            }
            var ended = PodLife.past(place, claim);
            if (ended.isPresent()) {
                end(ended.get());
                return true;
            }
            return isLived(PodLife.openAs(place, claim, watcher));
        } catch (PodRefused refusal) {
            return isSettled(refusal);
        } catch (RuntimeException | StackOverflowError fault) {
            hear(String.valueOf(fault));
            return false;
        }
    }

    private boolean isLived(PodLife opened) throws PodRefused, InterruptedException {
        opened.start();
        life = Optional.of(opened);
        problem = Optional.empty();
        tried = true;
        wish.ifPresent(opened::stop);
        if (leaving) {
            opened.leave();
        }
        try {
            var pod = opened.end().get();
            life = Optional.empty();
            end(new EndedPod(opened.plan(), pod));
            return true;
        } catch (ExecutionException failure) {
            life = Optional.empty();
            if (!leaving) {
                hear(String.valueOf(failure.getCause()));
            }
            return leaving;
        }
    }

    private void end(EndedPod ended) {
        problem = Optional.empty();
        past = Optional.of(ended);
        ward.ended(ended.plan(), ended.pod());
    }

    /// A fault of ours may not come again; one that does is no reason to let the pod run for ever.
    private void hear(String fault) {
        faults++;
        lastFault = "a fault in bookend stopped the care for it: %s".formatted(fault);
        name(lastFault);
        ward.faulted(lastFault);
    }

    /// Whether nothing is left to do for a pod that cannot be opened.
    private boolean isSettled(PodRefused refusal) throws InterruptedException {
        var why = String.valueOf(refusal.getMessage());
        var alive = name(why);
        if (wish.isPresent() && !alive) {
            ward.neverBegan();
            return true;
        }
        ward.refused(problem.orElse(why));
        return wish.isPresent()
                && refusal.getCause() instanceof JournalDamage damage
                && isEnded(damage.says());
    }

    /// Names the containers that run on; says whether any does.
    private boolean name(String why) {
        try {
            var running = new Survivors(place.runtime()).of(claim.uid());
            problem =
                    running.map(
                            it ->
                                    "pod %s: its containers run on in nobody's care (%s): %s"
                                            .formatted(claim.name(), it, why));
            return running.isPresent();
        } catch (IOException failure) {
            problem = Optional.of("%s; %s".formatted(why, failure.getMessage()));
            return true;
        }
    }

    /// Ends what runs by whatever is still known of it.
    private boolean isEnded(String damage) throws InterruptedException {
        try {
            var opened = salvaged(damage);
            if (opened.isPresent()) {
                return isLived(PodLife.of(place, opened.get(), watcher, UnaryOperator.identity()));
            }
            ward.neverBegan();
            return true;
        } catch (PodRefused refusal) {
            ward.refused(String.valueOf(refusal.getMessage()));
            return false;
        } catch (IOException failure) {
            ward.refused("pod %s: %s".formatted(claim.name(), failure.getMessage()));
            return false;
        }
    }

    private Optional<OpenedPod> salvaged(String damage) throws IOException, PodRefused {
        var directory = place.state().makePod(claim.name());
        var lock =
                PodLock.take(directory.lock())
                        .orElseThrow(
                                () ->
                                        new PodRefused(
                                                Kind.NOT_OURS,
                                                "pod %s is in another process' hands"
                                                        .formatted(claim.name())));
        var opened = Optional.<OpenedPod>empty();
        try {
            var grace = wish.flatMap(it -> it);
            ward.lost(new PodRemains(place, claim, directory).salvage(damage, grace));
            opened = new PodOpening(place).reopen(claim.name(), lock);
            return opened;
        } finally {
            if (opened.isEmpty()) {
                lock.close();
            }
        }
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
