package dev.bookend.lifecycle.cases;

import dev.bookend.lifecycle.life.ContainerLife;
import dev.bookend.lifecycle.life.ContainerState.Alive;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.pod.PodSettings;
import dev.bookend.lifecycle.recreate.FailurePolicy;
import dev.bookend.lifecycle.recreate.RecreateRequest;
import dev.bookend.lifecycle.recreate.RecreateStrategy;
import dev.bookend.lifecycle.recreate.RecreateTarget;
import dev.bookend.lifecycle.recreate.RequestId;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A recreate request of a case: `recreate one app db ordered unready 3s`. What it knows of its
/// containers is what is true at that moment; `app#1` names an earlier run.
final class CaseRequest {
    private final PodState pod;
    private final Instant at;
    private final List<RecreateTarget> targets = new ArrayList<>();
    private FailurePolicy policy = FailurePolicy.FAIL;
    private boolean ordered;
    private boolean force;
    private Duration grace = PodSettings.DEFAULT_GRACE;
    private Optional<Duration> unready = Optional.empty();
    private Duration minStarted = Duration.ZERO;
    private Optional<Duration> deadline = Optional.empty();
    private Optional<Duration> ttl = Optional.empty();

    CaseRequest(PodState pod, Instant at) {
        this.pod = pod;
        this.at = at;
    }

    static RequestId id(String name) {
        return new RequestId(name, "uid-" + name);
    }

    RecreateRequest read(List<String> words) {
        var rest = new ArrayList<>(words.subList(2, words.size()));
        while (!rest.isEmpty()) {
            take(rest.removeFirst(), rest);
        }
        var strategy = new RecreateStrategy(policy, ordered, force, grace, unready, minStarted);
        return new RecreateRequest(id(words.get(1)), targets, strategy, deadline, ttl, at);
    }

    private void take(String word, List<String> rest) {
        switch (word) {
            case "ordered" -> ordered = true;
            case "force" -> force = true;
            case "policy" -> policy = FailurePolicy.ofWord(rest.removeFirst()).orElseThrow();
            case "grace" -> grace = length(rest);
            case "unready" -> unready = Optional.of(length(rest));
            case "min-started" -> minStarted = length(rest);
            case "deadline" -> deadline = Optional.of(length(rest));
            case "ttl" -> ttl = Optional.of(length(rest));
            default -> targets.add(target(word));
        }
    }

    private static Duration length(List<String> rest) {
        return CaseTime.length(rest.removeFirst());
    }

    private RecreateTarget target(String word) {
        var parts = word.split("#", 2);
        var name = new ContainerName(parts[0]);
        if (parts.length == 2) {
            var attempt = new Attempt(name, Integer.parseInt(parts[1]));
            return new RecreateTarget(
                    name, Optional.of(CaseEvents.id(attempt)), attempt.number() - 1);
        }
        var life = Optional.ofNullable(pod.containers().get(name));
        return new RecreateTarget(
                name,
                life.flatMap(
                                it ->
                                        it.state() instanceof Alive alive
                                                ? Optional.of(alive)
                                                : Optional.empty())
                        .map(alive -> alive.run().id()),
                life.map(ContainerLife::restarts).orElse(0));
    }
}
