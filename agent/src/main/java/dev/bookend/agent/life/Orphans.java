package dev.bookend.agent.life;

import dev.bookend.agent.charge.AgentPlace;
import dev.bookend.agent.state.PodDirectory;
import dev.bookend.agent.state.PodLock;
import dev.bookend.lifecycle.value.PodName;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.json.JsonRead;
import dev.bookend.runtime.LivingPod;
import dev.bookend.runtime.RuntimeFailure;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// Looks for pods of which containers run although nobody answers for them.
public final class Orphans {
    private static final String NAMESPACE = "default";

    private final AgentPlace place;

    /// A pod in nobody's hands.
    ///
    /// @param name what it was called, or its uid if nothing says that
    /// @param containers the names of those that run, for a person to read
    /// @param manifest what it began by, if that is left
    public record Orphan(PodName name, String uid, String containers, Optional<Json.Obj> manifest) {
        /// Whether an object of an API speaks of it, or did; else it was run in the foreground.
        public boolean isOfAnObject() {
            return manifest.flatMap(it -> it.at("metadata", "uid"))
                    .flatMap(Json::text)
                    .filter(uid::equals)
                    .isPresent();
        }
    }

    public Orphans(AgentPlace place) {
        this.place = place;
    }

    /// @param claimed the uids that somebody answers for; asked twice, so that a pod that comes or
    ///   goes meanwhile is not taken for one
    public List<Orphan> find(Supplier<Set<String>> claimed) throws IOException, RuntimeFailure {
        var before = claimed.get();
        var living = new ArrayList<LivingPod>();
        for (var uid : place.runtime().uids()) {
            if (!before.contains(uid)) {
                place.runtime().living(uid).ifPresent(living::add);
            }
        }
        if (living.isEmpty()) {
            return List.of();
        }
        var after = claimed.get();
        var names = names();
        return living.stream()
                .filter(it -> !after.contains(it.uid()))
                .map(it -> orphan(it, Optional.ofNullable(names.get(it.uid()))))
                .filter(it -> !isOwned(it))
                .toList();
    }

    private Map<String, PodName> names() throws IOException {
        var names = new HashMap<String, PodName>();
        for (var name : place.state().podNames()) {
            place.state().pod(name).readUid().ifPresent(uid -> names.put(uid, name));
        }
        return names;
    }

    private Orphan orphan(LivingPod pod, Optional<PodName> written) {
        var name = written.or(pod::name).orElseGet(() -> new PodName(NAMESPACE, pod.uid()));
        return new Orphan(
                name,
                pod.uid(),
                pod.containers(),
                written.isPresent() ? manifest(place.state().pod(name)) : Optional.empty());
    }

    private static Optional<Json.Obj> manifest(PodDirectory directory) {
        try {
            return JsonRead.of(Files.readString(directory.manifest()))
                                    instanceof JsonRead.Value(var json)
                            && json instanceof Json.Obj pod
                    ? Optional.of(pod)
                    : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /// Whether a process has the pod in its hands, such as a `bookend run`.
    private boolean isOwned(Orphan orphan) {
        var directory = place.state().pod(orphan.name());
        try {
            return directory.readUid().filter(orphan.uid()::equals).isPresent()
                    && !PodLock.isFree(directory.lock());
        } catch (IOException _) {
            return false;
        }
    }
}
