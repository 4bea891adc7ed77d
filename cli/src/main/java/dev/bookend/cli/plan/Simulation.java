package dev.bookend.cli.plan;

import dev.bookend.lifecycle.life.NoticeReason;
import dev.bookend.lifecycle.life.PodPhase;
import dev.bookend.lifecycle.value.ContainerName;

import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/// What a simulated life of a pod came to; times count from its beginning.
///
/// @param stop when the pod began to stop
/// @param end when its last container ended
/// @param deadline when its grace was over
/// @param givenUp what was said when the exit order was given up
record Simulation(
        SequencedMap<ContainerName, Span> spans,
        Duration stop,
        Duration end,
        Duration deadline,
        List<String> givenUp,
        PodPhase phase) {
    /// The moments of one container's life, in Kubernetes' words; the first of each counts.
    record Span(Map<NoticeReason, Duration> moments) {
        Span() {
            this(new EnumMap<>(NoticeReason.class));
        }

        Optional<Duration> at(NoticeReason reason) {
            return Optional.ofNullable(moments.get(reason));
        }

        Optional<Duration> end() {
            return at(NoticeReason.EXITED);
        }

        /// Ready, or done: what a later level waits for.
        Optional<Duration> satisfied() {
            return at(NoticeReason.READY).or(this::end);
        }

        boolean wasKilled() {
            return moments.containsKey(NoticeReason.KILLED);
        }
    }

    static SequencedMap<ContainerName, Span> emptySpans(Iterable<ContainerName> names) {
        var spans = new LinkedHashMap<ContainerName, Span>();
        names.forEach(name -> spans.put(name, new Span()));
        return spans;
    }

    Span span(ContainerName name) {
        return spans.getOrDefault(name, new Span());
    }

    /// Who was killed because the grace was over.
    List<ContainerName> cut() {
        return spans.keySet().stream().filter(name -> span(name).wasKilled()).toList();
    }

    /// When the last container that started during the launch was ready.
    Duration launched() {
        return spans.values().stream()
                .map(Span::satisfied)
                .flatMap(Optional::stream)
                .filter(at -> at.compareTo(stop) <= 0)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }
}
