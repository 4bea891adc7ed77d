package dev.bookend.simulator.dice;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/// Chance that a seed repeats.
public final class Dice {
    private final SplittableRandom random;

    public Dice(long seed) {
        random = new SplittableRandom(seed);
    }

    public int below(int bound) {
        return random.nextInt(bound);
    }

    int between(int least, int most) {
        return random.nextInt(least, most + 1);
    }

    public boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    public <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    public <T> Optional<T> maybe(int percent, Supplier<T> value) {
        return chance(percent) ? Optional.of(value.get()) : Optional.empty();
    }

    /// Short lengths of time come up as often as long ones.
    public Duration upTo(Duration most) {
        var millis = (int) most.toMillis();
        return Duration.ofMillis(chance(50) ? below(millis + 1) : below(millis / 10 + 1));
    }

    Duration seconds(int least, int most) {
        return Duration.ofSeconds(between(least, most));
    }
}
