package dev.bookend.simulator.dice;

import dev.bookend.lifecycle.life.HookResult;
import dev.bookend.lifecycle.life.ProbeVerdict;
import dev.bookend.lifecycle.life.Timer;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.pod.ProbeKind;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.ExitReason;
import dev.bookend.simulator.world.Behaviour;
import dev.bookend.simulator.world.Behaviour.HookPlay;
import dev.bookend.simulator.world.Behaviour.Life;
import dev.bookend.simulator.world.Behaviour.ProbePlay;
import dev.bookend.simulator.world.Behaviour.Start;
import dev.bookend.simulator.world.Disturbance;
import dev.bookend.simulator.world.Scenario;
import dev.bookend.simulator.world.SimulatedRuntime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Makes up what happens to a pod: every way in which containers, hooks, probes, users and the
/// agent misbehave.
public final class ScenarioDice {
    private static final Duration A_WHILE = Duration.ofSeconds(40);
    private final Dice dice;

    ScenarioDice(Dice dice) {
        this.dice = dice;
    }

    /// A seed's scenario; its pod is made up too unless one is given.
    public static Scenario scenario(long seed, Optional<PodManifest> given) {
        var dice = new Dice(seed);
        var made = given.orElseGet(() -> accepted(dice));
        return new ScenarioDice(dice).around(made);
    }

    /// The planner refuses some combinations, such as two ways of giving one exit priority.
    private static PodManifest accepted(Dice dice) {
        while (true) {
            var pod = new PodDice(dice).pod();
            if (new Scenario(pod, Map.of(), List.of(), false).plan().isPresent()) {
                return pod;
            }
        }
    }

    private Scenario around(PodManifest pod) {
        var behaviours = new HashMap<String, List<Behaviour>>();
        var mischief = dice.pick(List.of(5, 15, 30));
        pod.allContainers()
                .forEach(
                        spec -> {
                            var runs = new ArrayList<Behaviour>();
                            for (var i = dice.between(1, 4); i > 0; i--) {
                                runs.add(behaviour(mischief));
                            }
                            behaviours.put(spec.name(), runs);
                        });
        var trouble = disturbances(pod);
        var timersFirst = dice.chance(50);
        trouble.addAll(new WishDice(dice).wishes(pod));
        return new Scenario(pod, behaviours, trouble, timersFirst);
    }

    private Behaviour behaviour(int mischief) {
        var probes = new EnumMap<ProbeKind, ProbePlay>(ProbeKind.class);
        for (var kind : ProbeKind.values()) {
            probes.put(kind, probe(kind, mischief));
        }
        return new Behaviour(
                start(mischief),
                life(mischief),
                hook(mischief),
                hook(mischief),
                Map.copyOf(probes));
    }

    private Start start(int mischief) {
        var kind =
                dice.chance(mischief)
                        ? dice.pick(List.of(Start.Kind.FAILS, Start.Kind.FAILS, Start.Kind.HANGS))
                        : Start.Kind.STARTS;
        return new Start(kind, dice.upTo(Duration.ofSeconds(4)));
    }

    private Life life(int mischief) {
        var obeys = Optional.of(dice.upTo(Duration.ofSeconds(6)));
        return new Life(
                dice.maybe(50, () -> dice.chance(5) ? Duration.ofSeconds(700) : dice.upTo(A_WHILE)),
                exit(),
                dice.chance(mischief) ? Optional.empty() : obeys,
                dice.pick(List.of(Exit.of(0), Exit.of(143))),
                dice.chance(mischief) ? dice.upTo(SimulatedRuntime.LONGEST_REPORT) : Duration.ZERO);
    }

    private Exit exit() {
        return dice.pick(
                List.of(
                        Exit.of(0),
                        Exit.of(0),
                        Exit.of(1),
                        new Exit(137, ExitReason.SHIM_LOST),
                        new Exit(0, ExitReason.OOM_KILLED)));
    }

    private HookPlay hook(int mischief) {
        var result =
                dice.chance(mischief)
                        ? dice.pick(
                                List.of(
                                        new HookResult.Failed("exit code 1"),
                                        new HookResult.Answered(503)))
                        : new HookResult.Succeeded();
        return new HookPlay(
                dice.upTo(Duration.ofSeconds(2)),
                dice.chance(mischief)
                        ? Optional.empty()
                        : Optional.of(dice.upTo(Duration.ofSeconds(8))),
                result,
                dice.chance(50));
    }

    /// A startup probe always comes to a verdict; the others may flap or never speak.
    private ProbePlay probe(ProbeKind kind, int mischief) {
        var verdicts = new ArrayList<ProbeVerdict>();
        while (dice.chance(mischief)) {
            verdicts.add(dice.pick(List.of(ProbeVerdict.values())));
        }
        if (kind == ProbeKind.STARTUP || !dice.chance(mischief)) {
            verdicts.add(dice.chance(mischief) ? ProbeVerdict.FAILED : ProbeVerdict.PASSED);
        }
        return new ProbePlay(
                dice.upTo(Duration.ofSeconds(3)).plusMillis(100), List.copyOf(verdicts));
    }

    private List<Disturbance> disturbances(PodManifest pod) {
        var all = new ArrayList<Disturbance>();
        for (var i = dice.pick(List.of(0, 0, 1, 1, 2, 3)); i > 0; i--) {
            all.add(new Disturbance.StopAsked(dice.upTo(A_WHILE), grace()));
        }
        for (var i = dice.pick(List.of(0, 0, 1, 1, 2, 4)); i > 0; i--) {
            all.add(
                    new Disturbance.AgentDies(
                            dice.below(dice.pick(List.of(10, 25, 60))),
                            dice.chance(70),
                            dice.below(8),
                            down()));
        }
        if (dice.chance(15)) {
            all.add(new Disturbance.Reboot(dice.upTo(A_WHILE), down()));
        }
        if (dice.chance(30)) {
            all.add(new Disturbance.StrayTimer(dice.upTo(A_WHILE), timer(pod)));
        }
        return all;
    }

    private Optional<Duration> grace() {
        return dice.chance(40)
                ? Optional.empty()
                : Optional.of(dice.chance(20) ? Duration.ZERO : dice.upTo(Duration.ofSeconds(20)));
    }

    private Duration down() {
        return dice.chance(50) ? Duration.ofMillis(300) : dice.upTo(Duration.ofSeconds(60));
    }

    private Timer timer(PodManifest pod) {
        var kind = dice.pick(List.of(Timer.Kind.values()));
        return kind == Timer.Kind.GRACE || kind == Timer.Kind.ACTIVE_DEADLINE
                ? Timer.of(kind)
                : Timer.of(kind, new ContainerName(dice.pick(pod.containers()).name()));
    }
}
