package dev.bookend.simulator.invariant;

import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.recreate.RecreatePart.Stopping;
import dev.bookend.lifecycle.recreate.RecreateProgress;
import dev.bookend.lifecycle.recreate.RecreateRequest;
import dev.bookend.lifecycle.recreate.RequestId;
import dev.bookend.lifecycle.value.ContainerName;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The recreations that were asked for and are not known to be over, as an onlooker keeps them.
///
/// @param stops which containers each request has stopped so far
/// @param awaited the containers whose stop some request says it waits for
/// @param since when the first of the open requests came to its turn
record Wishes(
        Map<RequestId, RecreateRequest> open,
        Map<RequestId, Set<ContainerName>> stops,
        Set<ContainerName> awaited,
        Optional<Instant> since) {
    static final Wishes NONE = new Wishes(Map.of(), Map.of(), Set.of(), Optional.empty());

    Wishes asked(RecreateRequest request, Instant now) {
        var more = new LinkedHashMap<>(open);
        more.putIfAbsent(request.id(), request);
        return new Wishes(more, stops, awaited, since.or(() -> Optional.of(now)));
    }

    Wishes without(Set<RequestId> gone, Instant now) {
        if (gone.isEmpty()) {
            return this;
        }
        var first = open.keySet().stream().findFirst();
        var rest = new LinkedHashMap<>(open);
        gone.forEach(rest::remove);
        var kept = new HashMap<>(stops);
        kept.keySet().retainAll(rest.keySet());
        var turn = first.filter(gone::contains).isPresent() ? Optional.of(now) : since;
        return new Wishes(rest, kept, awaited, rest.isEmpty() ? Optional.empty() : turn);
    }

    Wishes stopped(RequestId id, ContainerName name) {
        var more = new HashMap<>(stops);
        var names = new HashSet<>(stops.getOrDefault(id, Set.of()));
        names.add(name);
        more.put(id, names);
        return new Wishes(open, more, awaited, since);
    }

    /// Reads from the requests' own words which of them are over and what the others wait for.
    Wishes told(PodState pod, Instant now) {
        if (open.isEmpty() && awaited.isEmpty()) {
            return this;
        }
        var requests = pod.recreations().values();
        var over =
                requests.stream()
                        .filter(RecreateProgress::isOver)
                        .map(it -> it.request().id())
                        .filter(open::containsKey)
                        .collect(Collectors.toSet());
        var waits =
                requests.stream()
                        .flatMap(it -> it.parts().entrySet().stream())
                        .filter(part -> part.getValue() instanceof Stopping)
                        .map(Map.Entry::getKey)
                        .collect(Collectors.toSet());
        var rest = without(over, now);
        return new Wishes(rest.open, rest.stops, waits, rest.since);
    }

    /// The request that says it has this container stopped just now.
    static Optional<RequestId> stopper(PodState pod, ContainerName name) {
        return pod.recreations().values().stream()
                .filter(it -> it.parts().get(name) instanceof Stopping(_, var killed, _) && killed)
                .map(it -> it.request().id())
                .findFirst();
    }

    boolean target(ContainerName name) {
        return open.values().stream()
                .anyMatch(it -> it.targets().stream().anyMatch(one -> one.name().equals(name)));
    }
}
