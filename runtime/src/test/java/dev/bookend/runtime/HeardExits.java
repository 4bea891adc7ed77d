package dev.bookend.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.Exit;

import org.awaitility.Awaitility;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// A listener that remembers what it heard.
final class HeardExits implements RuntimeListener {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Map<Attempt, Exit> exits = new ConcurrentHashMap<>();
    private final List<Attempt> order = new CopyOnWriteArrayList<>();

    @Override
    public void exited(Attempt attempt, Exit exit, Instant at) {
        assertThat(at).isAfter(Instant.EPOCH);
        exits.put(attempt, exit);
        order.add(attempt);
    }

    Exit await(Attempt attempt) {
        return Awaitility.await("exit of " + attempt)
                .atMost(LIMIT)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(2))
                .until(() -> exits.get(attempt), exit -> exit != null);
    }

    void awaitAll(int count) {
        Awaitility.await("%d exits".formatted(count))
                .atMost(Duration.ofMinutes(5))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> exits.size() >= count);
    }

    long times(Attempt attempt) {
        return order.stream().filter(attempt::equals).count();
    }

    List<Attempt> heard() {
        return List.copyOf(order);
    }

    Map<Attempt, Exit> exits() {
        return Map.copyOf(exits);
    }
}
