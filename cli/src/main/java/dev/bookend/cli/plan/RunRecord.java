package dev.bookend.cli.plan;

import dev.bookend.lifecycle.life.Notice;
import dev.bookend.lifecycle.life.NoticeReason;
import dev.bookend.lifecycle.life.PodPhase;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.Step;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.value.ContainerName;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// Writes down what a simulated pod lives through.
final class RunRecord {
    private final SequencedMap<ContainerName, Simulation.Span> spans;
    private final List<String> givenUp = new ArrayList<>();
    private Optional<PodStage.Terminating> stopping = Optional.empty();

    RunRecord(PodPlan plan) {
        spans = Simulation.emptySpans(plan.containers().sequencedKeySet());
    }

    void note(Step step) {
        step.notices().forEach(this::note);
        if (step.pod().stage() instanceof PodStage.Terminating terminating) {
            stopping = Optional.of(stopping.orElse(terminating));
        }
    }

    private void note(Notice notice) {
        var at = since(notice.at());
        notice.container()
                .map(spans::get)
                .ifPresent(span -> span.moments().putIfAbsent(notice.reason(), at));
        if (notice.reason() == NoticeReason.EXIT_ORDER_GIVEN_UP) {
            givenUp.add(notice.message());
        }
    }

    boolean isStopping(PodState pod) {
        return stopping.isPresent() || pod.ended();
    }

    Instant startOf(ContainerName name) {
        return Optional.ofNullable(spans.get(name))
                .flatMap(span -> span.at(NoticeReason.STARTED))
                .map(Instant.EPOCH::plus)
                .orElse(Instant.EPOCH);
    }

    Simulation simulation(PodState pod) {
        var phase = pod.stage() instanceof PodStage.Ended ended ? ended.phase() : PodPhase.RUNNING;
        var end = end();
        return new Simulation(
                spans,
                stopping.map(it -> since(it.since())).orElse(end),
                end,
                stopping.map(it -> since(it.deadline())).orElse(end),
                List.copyOf(givenUp),
                phase);
    }

    private Duration end() {
        return spans.values().stream()
                .map(Simulation.Span::end)
                .flatMap(Optional::stream)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    private static Duration since(Instant at) {
        return Duration.between(Instant.EPOCH, at);
    }
}
