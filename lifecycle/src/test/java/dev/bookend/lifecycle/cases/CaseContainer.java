package dev.bookend.lifecycle.cases;

import dev.bookend.lifecycle.order.OrderKeys;
import dev.bookend.lifecycle.pod.ContainerSpec;
import dev.bookend.lifecycle.pod.ContainerSpecDraft;
import dev.bookend.lifecycle.pod.EnvValue;
import dev.bookend.lifecycle.pod.EnvVar;
import dev.bookend.lifecycle.pod.Handler;
import dev.bookend.lifecycle.pod.Lifecycle;
import dev.bookend.lifecycle.pod.Probes;
import dev.bookend.lifecycle.pod.RestartPolicy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A container of a case's pod: `app(launch 1, readiness, preStop sleep 5s)`.
final class CaseContainer {
    private final ContainerSpecDraft draft;
    private final List<EnvVar> env = new ArrayList<>();
    private Probes probes = Probes.NONE;
    private Lifecycle lifecycle = Lifecycle.NONE;
    private boolean init;

    CaseContainer(String name) {
        draft = new ContainerSpecDraft(name).image(Optional.of("any:1"));
    }

    boolean init() {
        return init;
    }

    ContainerSpec spec() {
        return draft.env(env).probes(probes).lifecycle(lifecycle).spec();
    }

    void env(String name, EnvValue value) {
        env.add(new EnvVar(name, value));
    }

    void trait(List<String> words) {
        var rest = words.subList(1, words.size());
        switch (words.getFirst()) {
            case "init" -> init = true;
            case "native" -> {
                init = true;
                draft.restartPolicy(Optional.of(RestartPolicy.ALWAYS));
            }
            case "launch" -> env(OrderKeys.LAUNCH_ENV, new EnvValue.Literal(rest.getFirst()));
            case "exit" -> env(OrderKeys.EXIT_ENV, new EnvValue.Literal(rest.getFirst()));
            case "startup", "liveness", "readiness" -> probe(words.getFirst(), rest);
            default -> lifecycle(words.getFirst(), rest);
        }
    }

    private void probe(String kind, List<String> rest) {
        var probe = Optional.of(CasePod.probe(rest));
        probes =
                switch (kind) {
                    case "startup" -> new Probes(probe, probes.liveness(), probes.readiness());
                    case "liveness" -> new Probes(probes.startup(), probe, probes.readiness());
                    default -> new Probes(probes.startup(), probes.liveness(), probe);
                };
    }

    private void lifecycle(String word, List<String> rest) {
        var old = lifecycle;
        lifecycle =
                switch (word) {
                    case "postStart" ->
                            new Lifecycle(
                                    handler(rest), old.preStop(), old.stopSignal(), old.type());
                    case "preStop" ->
                            new Lifecycle(
                                    old.postStart(), handler(rest), old.stopSignal(), old.type());
                    case "signal" ->
                            new Lifecycle(old.postStart(), old.preStop(), first(rest), old.type());
                    case "type" ->
                            new Lifecycle(
                                    old.postStart(), old.preStop(), old.stopSignal(), first(rest));
                    default -> throw new IllegalArgumentException("unknown trait: " + word);
                };
    }

    private static Optional<Handler> handler(List<String> rest) {
        return Optional.of(CasePod.handler(rest));
    }

    private static Optional<String> first(List<String> rest) {
        return Optional.of(rest.getFirst());
    }
}
