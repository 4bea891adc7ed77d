package dev.bookend.operator.launch;

import dev.bookend.manifest.json.Json;
import dev.bookend.operator.kube.JsonSieve.Sifted;
import dev.bookend.operator.kube.Watch;
import dev.bookend.operator.process.Log;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The ordered pods and their maps as last seen, and who wants to know of changes.
public final class ClusterIndex {
    private final Map<PodKey, PodView> pods = new ConcurrentHashMap<>();
    private final Map<PodKey, MapView> maps = new ConcurrentHashMap<>();
    private final Map<PodKey, Aside> podsAside = new ConcurrentHashMap<>();
    private final Map<PodKey, Aside> mapsAside = new ConcurrentHashMap<>();
    private final Consumer<PodKey> changed;
    private final Log log;

    /// An object that cannot be read: nobody else waits for it.
    ///
    /// @param uid its own
    record Aside(String uid, String why) {}

    /// @param changed told of each pod worth a look
    ClusterIndex(Consumer<PodKey> changed, Log log) {
        this.changed = changed;
        this.log = log;
    }

    Optional<PodView> pod(PodKey key) {
        return Optional.ofNullable(pods.get(key));
    }

    Optional<MapView> map(PodKey key) {
        return Optional.ofNullable(maps.get(key));
    }

    Optional<Aside> podAside(PodKey key) {
        return Optional.ofNullable(podsAside.get(key));
    }

    Optional<Aside> mapAside(PodKey key) {
        return Optional.ofNullable(mapsAside.get(key));
    }

    public int aside() {
        return podsAside.size() + mapsAside.size();
    }

    public Set<PodKey> pods() {
        return Stream.concat(pods.keySet().stream(), podsAside.keySet().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    void seen(MapView map) {
        maps.put(map.pod(), map);
    }

    void gone(PodKey map) {
        maps.remove(map);
    }

    public Watch.Follower podFollower() {
        return new Following<>(pods, podsAside, PodView::of, PodKey::ofPod);
    }

    public Watch.Follower mapFollower() {
        return new Following<>(maps, mapsAside, MapView::of, PodKey::ofMap);
    }

    private final class Following<V> implements Watch.Follower {
        private final Map<PodKey, V> views;
        private final Map<PodKey, Aside> aside;
        private final Reading<V> reading;
        private final Keying keying;

        @FunctionalInterface
        interface Reading<V> {
            Optional<V> read(Json object);
        }

        @FunctionalInterface
        interface Keying {
            Optional<PodKey> key(Json object);
        }

        Following(
                Map<PodKey, V> views, Map<PodKey, Aside> aside, Reading<V> reading, Keying keying) {
            this.views = views;
            this.aside = aside;
            this.reading = reading;
            this.keying = keying;
        }

        @Override
        public Watch.Listing listing() {
            return new All();
        }

        @Override
        public void changed(Sifted object) {
            keying.key(object.json())
                    .ifPresent(
                            key -> {
                                put(key, object);
                                changed.accept(key);
                            });
        }

        @Override
        public void deleted(Sifted object) {
            keying.key(object.json())
                    .ifPresent(
                            key -> {
                                views.remove(key);
                                aside.remove(key);
                                changed.accept(key);
                            });
        }

        private void put(PodKey key, Sifted object) {
            var view = object.whole() ? read(key, object.json()) : tooLarge(key, object.json());
            if (view.isPresent()) {
                views.put(key, view.get());
                aside.remove(key);
            } else {
                views.remove(key);
            }
        }

        private Optional<V> tooLarge(PodKey key, Json object) {
            putAside(key, object, "it is larger than Bookend reads");
            return Optional.empty();
        }

        /// Whatever anybody writes in an object of theirs may cost them, and nobody else.
        private Optional<V> read(PodKey key, Json object) {
            try {
                var view = reading.read(object);
                if (view.isEmpty()) {
                    aside.remove(key);
                }
                return view;
            } catch (PodView.Unplannable changed) {
                putAside(key, object, "it was changed: " + changed.getMessage());
                return Optional.empty();
            } catch (RuntimeException | StackOverflowError bug) {
                putAside(key, object, "it cannot be read: " + bug);
                return Optional.empty();
            }
        }

        private void putAside(PodKey key, Json object, String why) {
            var uid = object.at("metadata", "uid").flatMap(Json::text).orElse("");
            var before = aside.put(key, new Aside(uid, why));
            if (before == null || !before.uid().equals(uid)) {
                log.warn("an object of %s is put aside: %s".formatted(key, why));
            }
        }

        /// All objects of a list, of which only the views are kept.
        private final class All implements Watch.Listing {
            private final Set<PodKey> present = new HashSet<>();

            @Override
            public void add(Sifted object) {
                keying.key(object.json())
                        .ifPresent(
                                key -> {
                                    put(key, object);
                                    present.add(key);
                                });
            }

            @Override
            public void done() {
                var gone =
                        Stream.concat(views.keySet().stream(), aside.keySet().stream())
                                .filter(it -> !present.contains(it))
                                .collect(Collectors.toUnmodifiableSet());
                views.keySet().removeAll(gone);
                aside.keySet().removeAll(gone);
                gone.forEach(changed);
                present.forEach(changed);
            }
        }
    }
}
