package dev.bookend.operator.launch;

import dev.bookend.manifest.json.Json;
import dev.bookend.operator.kube.Marks;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/// As much of a barrier's ConfigMap as opening it needs.
///
/// @param podUid the uid of the pod that owns it
/// @param labelled whether it carries our label
record MapView(PodKey pod, String podUid, boolean labelled, String version, Set<String> keys) {
    MapView {
        keys = Set.copyOf(keys);
    }

    static Optional<MapView> of(Json map) {
        return PodKey.ofMap(map)
                .map(
                        pod ->
                                new MapView(
                                        pod,
                                        owner(map),
                                        isLabelled(map),
                                        map.at("metadata", "resourceVersion")
                                                .flatMap(Json::text)
                                                .orElse(""),
                                        keys(map)));
    }

    private static boolean isLabelled(Json map) {
        return map.at("metadata", "labels")
                .flatMap(it -> it.text(Marks.ORDERED_LABEL))
                .filter(Marks.ORDERED_VALUE::equals)
                .isPresent();
    }

    private static Set<String> keys(Json map) {
        return map.field("data").orElse(new Json.Null()) instanceof Json.Obj(var fields)
                ? fields.keySet()
                : Set.of();
    }

    private static String owner(Json map) {
        return map.at("metadata", "ownerReferences").map(Json::elements).orElse(List.of()).stream()
                .filter(it -> it.text("kind").equals(Optional.of("Pod")))
                .flatMap(it -> it.text("uid").stream())
                .findFirst()
                .orElse("");
    }

    /// Who owns it tells that it is a pod's own, even if somebody has taken its label off.
    boolean isOf(PodView view) {
        return !podUid.isEmpty() && podUid.equals(view.uid());
    }

    /// Neither this pod's nor an earlier one's: somebody's own ConfigMap.
    boolean isForeignTo(PodView view) {
        return !labelled && !isOf(view);
    }
}
