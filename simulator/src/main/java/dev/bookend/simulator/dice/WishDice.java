package dev.bookend.simulator.dice;

import dev.bookend.lifecycle.pod.ContainerSpec;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.recreate.RecreateSpec;
import dev.bookend.simulator.world.Disturbance;
import dev.bookend.simulator.world.Disturbance.RecreateAsked;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Makes up who wants which containers recreated, and how.
///
/// It comes last, so that a seed's other trouble does not depend on it.
final class WishDice {
    private static final int LATEST_SECOND = 20;
    private final Dice dice;

    WishDice(Dice dice) {
        this.dice = dice;
    }

    List<Disturbance> wishes(PodManifest pod) {
        var all = new ArrayList<Disturbance>();
        for (var i = dice.pick(List.of(0, 0, 1, 1, 2, 3)); i > 0; i--) {
            all.add(
                    new RecreateAsked(
                            dice.seconds(1, LATEST_SECOND),
                            spec(pod),
                            dice.maybe(15, () -> dice.seconds(0, 20))));
        }
        return all;
    }

    private RecreateSpec spec(PodManifest pod) {
        return new RecreateSpec(
                pod.meta().podName().name(),
                names(pod).stream().map(name -> new RecreateSpec.Entry(name, List.of())).toList(),
                new RecreateSpec.Strategy(
                        Optional.of(dice.pick(List.of("Fail", "Ignore"))),
                        dice.chance(40),
                        dice.chance(30),
                        seconds(50, 9),
                        seconds(30, 5),
                        seconds(40, 9)),
                dice.maybe(40, () -> (long) dice.between(3, 40)),
                seconds(40, 60));
    }

    private Optional<Long> seconds(int percent, int below) {
        return dice.maybe(percent, () -> (long) dice.below(below));
    }

    /// One container at least, and any others, in any order.
    private List<String> names(PodManifest pod) {
        var names = new ArrayList<>(pod.allContainers().map(ContainerSpec::name).toList());
        var wanted = new ArrayList<String>();
        do {
            wanted.add(names.remove(dice.below(names.size())));
        } while (!names.isEmpty() && dice.chance(50));
        return wanted;
    }
}
