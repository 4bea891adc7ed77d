package dev.bookend.operator;

import dev.bookend.manifest.Json;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/// As much of a barrier's ConfigMap as opening it needs.
///
/// @param podUid the uid of the pod that owns it
/// @param ours whether it carries our label
record MapView(PodKey pod, String podUid, boolean ours, String version, Set<String> keys) {
    private static final String SUFFIX = "-barrier";

    MapView {
        keys = Set.copyOf(keys);
    }

    static Optional<MapView> of(Json map) {
        var name = map.at("metadata", "name").flatMap(Json::text).orElse("");
        if (!name.endsWith(SUFFIX)) {
            return Optional.empty();
        }
        var namespace = map.at("metadata", "namespace").flatMap(Json::text).orElse("");
        var pod = new PodKey(namespace, name.substring(0, name.length() - SUFFIX.length()));
        return Optional.of(
                new MapView(
                        pod,
                        owner(map),
                        map.at("metadata", "labels")
                                .flatMap(it -> it.text(Marks.ORDERED_LABEL))
                                .filter(Marks.ORDERED_VALUE::equals)
                                .isPresent(),
                        map.at("metadata", "resourceVersion").flatMap(Json::text).orElse(""),
                        map.field("data")
                                .map(it -> ((Json.Obj) it).fields().keySet())
                                .orElse(Set.of())));
    }

    private static String owner(Json map) {
        return map.at("metadata", "ownerReferences").map(Json::elements).orElse(List.of()).stream()
                .filter(it -> it.text("kind").equals(Optional.of("Pod")))
                .flatMap(it -> it.text("uid").stream())
                .findFirst()
                .orElse("");
    }

    boolean isOf(PodView view) {
        return ours && podUid.equals(view.uid());
    }
}
