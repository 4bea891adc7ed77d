package dev.bookend.simulator.trial;

import dev.bookend.agent.loop.Decision;
import dev.bookend.lifecycle.pod.ContainerSpec;
import dev.bookend.lifecycle.pod.Handler;
import dev.bookend.lifecycle.pod.Lifecycle;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.pod.Probes;
import dev.bookend.simulator.world.Behaviour;
import dev.bookend.simulator.world.Disturbance;
import dev.bookend.simulator.world.Scenario;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// Makes a failing scenario simpler for as long as it breaks the same rule.
///
/// It leaves out what happens from outside, then containers, then what containers do; every attempt
/// is a whole life in the simulated world, so the shortest journal is one that can be.
final class Shrinker {
    private static final int MOST_TRIALS = 3_000;
    private final Decision decision;
    private final String rule;
    private Trial best;
    private int trials;

    private Shrinker(Trial failed, String rule, Decision decision) {
        best = failed;
        this.rule = rule;
        this.decision = decision;
    }

    /// The simplest trial found that still breaks the rule.
    static Trial shrink(Trial failed, Decision decision) {
        var rule = failed.violation().orElseThrow().rule();
        var shrinker = new Shrinker(failed, rule, decision);
        var improved = true;
        while (improved && shrinker.trials < MOST_TRIALS) {
            improved = shrinker.improve();
        }
        return shrinker.best;
    }

    private boolean improve() {
        for (var simpler : simpler(best.scenario()).toList()) {
            trials++;
            var trial = Trial.of(simpler, decision).filter(it -> it.breaks(rule));
            if (trial.filter(it -> it.journal().size() <= best.journal().size()).isPresent()) {
                best = trial.get();
                return true;
            }
        }
        return false;
    }

    private static Stream<Scenario> simpler(Scenario scenario) {
        return Stream.of(
                        fewerDisturbances(scenario),
                        fewerContainers(scenario),
                        fewerRuns(scenario),
                        plainerContainers(scenario))
                .flatMap(candidates -> candidates);
    }

    private static Stream<Scenario> fewerDisturbances(Scenario from) {
        return from.disturbances().stream()
                .map(
                        one -> {
                            var rest = new ArrayList<>(from.disturbances());
                            rest.remove(one);
                            return with(from, from.pod(), rest);
                        });
    }

    private static Scenario with(Scenario from, PodManifest pod, List<Disturbance> rest) {
        return new Scenario(pod, from.behaviours(), rest, from.timersFirst());
    }

    private static Stream<Scenario> fewerContainers(Scenario from) {
        return from.pod()
                .allContainers()
                .map(
                        one ->
                                edit(
                                        from.pod(),
                                        spec ->
                                                spec.equals(one)
                                                        ? Optional.empty()
                                                        : Optional.of(spec)))
                .filter(pod -> !pod.containers().isEmpty())
                .map(pod -> with(from, pod, from.disturbances()));
    }

    private static Stream<Scenario> plainerContainers(Scenario from) {
        return from.pod()
                .allContainers()
                .flatMap(
                        one ->
                                plainer(one)
                                        .map(
                                                plain ->
                                                        edit(
                                                                from.pod(),
                                                                spec ->
                                                                        Optional.of(
                                                                                spec.equals(one)
                                                                                        ? plain
                                                                                        : spec))))
                .map(pod -> with(from, pod, from.disturbances()));
    }

    private static Stream<ContainerSpec> plainer(ContainerSpec spec) {
        var now = spec.lifecycle();
        var none = Optional.<Handler>empty();
        return Stream.of(
                        spec.edit().probes(Probes.NONE).spec(),
                        spec.edit().env(List.of()).spec(),
                        spec.edit()
                                .lifecycle(
                                        new Lifecycle(
                                                none, now.preStop(), now.stopSignal(), now.type()))
                                .spec(),
                        spec.edit()
                                .lifecycle(
                                        new Lifecycle(
                                                now.postStart(),
                                                none,
                                                now.stopSignal(),
                                                now.type()))
                                .spec())
                .filter(plain -> !plain.equals(spec));
    }

    private static PodManifest edit(PodManifest pod, Editing editing) {
        return new PodManifest(
                pod.meta(),
                pod.settings(),
                pod.initContainers().stream().flatMap(spec -> editing.edit(spec).stream()).toList(),
                pod.containers().stream().flatMap(spec -> editing.edit(spec).stream()).toList(),
                pod.volumes());
    }

    private interface Editing {
        Optional<ContainerSpec> edit(ContainerSpec spec);
    }

    /// Calms one run of a container, or leaves its later runs to the first one's behaviour.
    private static Stream<Scenario> fewerRuns(Scenario from) {
        return from.behaviours().entrySet().stream()
                .flatMap(
                        entry ->
                                Stream.<UnaryOperator<List<Behaviour>>>of(
                                                runs -> List.of(Behaviour.CALM),
                                                runs -> runs.subList(0, 1),
                                                runs -> runs.subList(0, runs.size() - 1))
                                        .filter(
                                                _ ->
                                                        !entry.getValue()
                                                                .equals(List.of(Behaviour.CALM)))
                                        .map(edit -> edit.apply(entry.getValue()))
                                        .filter(
                                                runs ->
                                                        !runs.isEmpty()
                                                                && !runs.equals(entry.getValue()))
                                        .map(runs -> withRuns(from, entry.getKey(), runs)));
    }

    private static Scenario withRuns(Scenario from, String container, List<Behaviour> runs) {
        var behaviours = new HashMap<>(from.behaviours());
        behaviours.put(container, List.copyOf(runs));
        return new Scenario(from.pod(), behaviours, from.disturbances(), from.timersFirst());
    }
}
