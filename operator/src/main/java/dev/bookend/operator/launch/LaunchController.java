package dev.bookend.operator.launch;

import dev.bookend.operator.kube.ApiClient;
import dev.bookend.operator.launch.ClusterIndex.Aside;
import dev.bookend.operator.launch.LaunchAction.SetCondition;
import dev.bookend.operator.launch.LaunchAction.Tell;
import dev.bookend.operator.process.Pause;
import dev.bookend.operator.process.Surroundings;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/// Looks at ordered pods whenever something about them changes, and opens their levels.
public final class LaunchController {
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final Duration FIRST_RETRY = Duration.ofMillis(200);
    private static final Duration LONGEST_RETRY = Duration.ofSeconds(20);
    private final ClusterIndex index;
    private final LaunchWrites writes;
    private final WorkQueue queue;
    private final BooleanSupplier leads;
    private final Surroundings around;
    private final Map<PodKey, LaunchMemory> memories = new ConcurrentHashMap<>();
    private final Map<PodKey, Pause> retries = new ConcurrentHashMap<>();
    private final Set<PodKey> forbidden = ConcurrentHashMap.newKeySet();
    private final Map<PodKey, String> toldAside = new ConcurrentHashMap<>();

    public LaunchController(ApiClient api, BooleanSupplier leads, Surroundings around) {
        this.queue = new WorkQueue(around.clock());
        this.index = new ClusterIndex(queue::add, around.log());
        this.writes = new LaunchWrites(api, index, around.clock());
        this.leads = leads;
        this.around = around;
    }

    public ClusterIndex index() {
        return index;
    }

    /// A new leader looks at everything once.
    public void lookAtAll() {
        index.pods().forEach(queue::add);
    }

    public long waitingPods() {
        return memories.values().stream().filter(it -> it.told() != LaunchMemory.Told.END).count();
    }

    /// Works until the thread is interrupted; several threads may do so at once.
    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                var next = queue.take(PATIENCE);
                if (next.isPresent()) {
                    look(next.get());
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// A pod that we have a bug with must not keep the others waiting.
    private void look(PodKey key) throws InterruptedException {
        try {
            if (leads.getAsBoolean()) {
                lookAt(key);
            }
            retries.remove(key);
            forbidden.remove(key);
            if (index.podAside(key).isEmpty()) {
                toldAside.remove(key);
            }
        } catch (LaunchWrites.MapForbidden failed) {
            report(key, failed.says());
            retry(key, failed);
        } catch (IOException | LaunchWrites.Refused failed) {
            retry(key, failed);
        } catch (RuntimeException | StackOverflowError bug) {
            retry(key, bug);
            index.pod(key).ifPresent(it -> putAside(key, new Aside(it.uid(), "" + bug)));
        } finally {
            queue.done(key);
        }
    }

    /// Said once for each pod: what cannot be handled stays so until somebody changes it.
    private void putAside(PodKey key, Aside aside) {
        if (aside.uid().equals(toldAside.put(key, aside.uid()))) {
            return;
        }
        try {
            writes.tellAside(key, aside);
        } catch (IOException failed) {
            around.log().warn("%s was not told: %s".formatted(key, failed.getMessage()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void retry(PodKey key, Throwable failed) {
        var pause = retries.computeIfAbsent(key, _ -> new Pause(FIRST_RETRY, LONGEST_RETRY));
        around.metrics().reconcileFailed();
        around.log().warn("%s: %s".formatted(key, failed));
        queue.add(key, around.clock().instant().plus(pause.next()));
    }

    /// Said once, where people look: the kubelet only says that the map is missing.
    private void report(PodKey key, String why) throws InterruptedException {
        var pod = index.pod(key);
        if (pod.isEmpty() || !forbidden.add(key)) {
            return;
        }
        var message = LaunchWords.forbidden(pod.get(), why);
        try {
            writes.perform(pod.get(), new Tell(true, "BarrierForbidden", message));
            writes.perform(pod.get(), new SetCondition(false, "BarrierForbidden", message));
        } catch (IOException | LaunchWrites.Refused failed) {
            around.log().warn("%s was not told: %s".formatted(key, failed.getMessage()));
        }
    }

    private void lookAt(PodKey key) throws IOException, InterruptedException, LaunchWrites.Refused {
        index.podAside(key).ifPresent(it -> putAside(key, it));
        var pod = index.pod(key);
        if (pod.isEmpty() || pod.get().ending()) {
            memories.remove(key);
            return;
        }
        var map = map(pod.get());
        var now = around.clock().instant();
        var before = memories.getOrDefault(key, LaunchMemory.of(pod.get().uid(), now));
        var step = Launch.step(pod.get(), map, before, now);
        for (var action : step.actions()) {
            perform(pod.get(), action);
        }
        memories.put(key, step.memory());
        observe(before, step.memory(), now);
        step.wake().ifPresent(at -> queue.add(key, at));
    }

    /// The watch shows only maps that wear our label, so of others it tells no news.
    private Optional<MapView> map(PodView pod)
            throws IOException, InterruptedException, LaunchWrites.MapForbidden {
        var aside = index.mapAside(pod.key());
        if (aside.isPresent()) {
            throw new LaunchWrites.MapForbidden(aside.get().why());
        }
        var map = index.map(pod.key());
        return map.filter(it -> !it.labelled()).isPresent() ? writes.look(pod) : map;
    }

    /// That nobody hears an event must not keep a level shut.
    private void perform(PodView pod, LaunchAction action)
            throws IOException, InterruptedException, LaunchWrites.Refused {
        try {
            writes.perform(pod, action);
        } catch (IOException failed) {
            if (!(action instanceof Tell)) {
                throw failed;
            }
            around.log().warn("event of %s is lost: %s".formatted(pod.key(), failed.getMessage()));
        }
    }

    private void observe(LaunchMemory before, LaunchMemory after, Instant now) {
        if (before.open() > 0 && after.open() > before.open()) {
            around.metrics().levelTook(Duration.between(before.since(), now));
        }
    }
}
