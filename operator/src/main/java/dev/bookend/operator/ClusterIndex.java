package dev.bookend.operator;

import dev.bookend.manifest.Json;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// The ordered pods and their maps as last seen, and who wants to know of changes.
final class ClusterIndex {
    private final Map<PodKey, PodView> pods = new ConcurrentHashMap<>();
    private final Map<PodKey, MapView> maps = new ConcurrentHashMap<>();
    private final Consumer<PodKey> changed;

    /// @param changed told of each pod worth a look
    ClusterIndex(Consumer<PodKey> changed) {
        this.changed = changed;
    }

    Optional<PodView> pod(PodKey key) {
        return Optional.ofNullable(pods.get(key));
    }

    Optional<MapView> map(PodKey key) {
        return Optional.ofNullable(maps.get(key));
    }

    Set<PodKey> pods() {
        return Set.copyOf(pods.keySet());
    }

    void seen(MapView map) {
        maps.put(map.pod(), map);
    }

    Watch.Follower podFollower() {
        return new Following<>(pods, PodView::of, PodView::key, changed);
    }

    Watch.Follower mapFollower() {
        return new Following<>(maps, MapView::of, MapView::pod, changed);
    }

    private record Following<V>(
            Map<PodKey, V> views, Reading<V> reading, Keying<V> keying, Consumer<PodKey> changed)
            implements Watch.Follower {
        @FunctionalInterface
        interface Reading<V> {
            Optional<V> read(Json object);
        }

        @FunctionalInterface
        interface Keying<V> {
            PodKey key(V view);
        }

        @Override
        public void all(List<Json> objects) {
            var present =
                    objects.stream()
                            .flatMap(it -> reading.read(it).stream())
                            .collect(Collectors.toMap(keying::key, it -> it, (_, later) -> later));
            var gone = Set.copyOf(views.keySet());
            views.keySet().retainAll(present.keySet());
            views.putAll(present);
            gone.stream().filter(it -> !present.containsKey(it)).forEach(changed);
            present.keySet().forEach(changed);
        }

        @Override
        public void changed(Json object) {
            reading.read(object)
                    .ifPresent(
                            view -> {
                                views.put(keying.key(view), view);
                                changed.accept(keying.key(view));
                            });
        }

        @Override
        public void deleted(Json object) {
            reading.read(object)
                    .ifPresent(
                            view -> {
                                views.remove(keying.key(view));
                                changed.accept(keying.key(view));
                            });
        }
    }
}
