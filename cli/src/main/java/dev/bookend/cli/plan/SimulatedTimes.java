package dev.bookend.cli.plan;

import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.manifest.schema.NearestName;

import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What `--simulate` says about containers: `app:start=2s,exit=20s;envoy:exit=1s`.
record SimulatedTimes(Map<String, Map<Moment, Duration>> times) {
    /// The parts of a container's life that take time.
    enum Moment {
        START("start"),
        EXIT("exit"),
        RUN("run"),
        POST_START("postStart"),
        PRE_STOP("preStop");

        private final String word;

        Moment(String word) {
            this.word = word;
        }

        static Moment ofWord(String word) {
            for (var moment : values()) {
                if (moment.word.equals(word)) {
                    return moment;
                }
            }
            throw new IllegalArgumentException(
                    "'%s' is no time of a container; use start, exit, run, postStart or preStop"
                            .formatted(word));
        }
    }

    /// Reads the text.
    ///
    /// @throws IllegalArgumentException with a sentence for the user
    static SimulatedTimes parse(String text) {
        var times = new LinkedHashMap<String, Map<Moment, Duration>>();
        for (var part : text.split(";", -1)) {
            if (!part.isBlank()) {
                addContainer(part, times);
            }
        }
        return new SimulatedTimes(times);
    }

    private static void addContainer(String part, Map<String, Map<Moment, Duration>> times) {
        var colon = part.indexOf(':');
        if (colon < 0) {
            throw new IllegalArgumentException(
                    "'%s' has no ':'; write CONTAINER:start=2s,exit=20s".formatted(part.strip()));
        }
        var moments = new EnumMap<Moment, Duration>(Moment.class);
        for (var word : part.substring(colon + 1).split(",", -1)) {
            addMoment(word.strip(), moments);
        }
        var name = part.substring(0, colon).strip();
        if (times.put(name, moments) != null) {
            throw new IllegalArgumentException("'%s' is given twice".formatted(name));
        }
    }

    private static void addMoment(String word, Map<Moment, Duration> moments) {
        var equals = word.indexOf('=');
        if (equals < 0) {
            throw new IllegalArgumentException("'%s' has no '='; write start=2s".formatted(word));
        }
        var moment = Moment.ofWord(word.substring(0, equals).strip());
        moments.put(moment, Times.parse(word.substring(equals + 1).strip()));
    }

    /// Refuses names that no pod has.
    void judge(List<PodPlan> plans) {
        var names = names(plans);
        for (var name : times.keySet()) {
            if (!names.contains(name)) {
                throw new IllegalArgumentException(
                        "there is no container '%s'; %s".formatted(name, meant(names, name)));
            }
        }
    }

    private static Set<String> names(List<PodPlan> plans) {
        var names = new LinkedHashSet<String>();
        plans.forEach(plan -> plan.containers().keySet().forEach(it -> names.add(it.text())));
        return names;
    }

    private static String meant(Collection<String> names, String name) {
        return NearestName.among(names, name)
                .map("did you mean %s?"::formatted)
                .orElse("the pod has " + String.join(", ", names));
    }

    Optional<Duration> of(ContainerName name, Moment moment) {
        return Optional.ofNullable(times.getOrDefault(name.text(), Map.of()).get(moment));
    }

    Duration of(ContainerName name, Moment moment, Duration otherwise) {
        return of(name, moment).orElse(otherwise);
    }
}
