package dev.bookend.api.object;

import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.Trees;
import dev.bookend.manifest.json.Json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Kubernetes' strategic merge patch: lists whose items have a key are merged item by item.
final class StrategicPatch {
    private static final String PATCH = "$patch";
    private static final String ORDER = "$setElementOrder/";
    private static final String DELETE = "$deleteFromPrimitiveList/";
    private static final String RETAIN = "$retainKeys";

    /// By which field the items of a list are told apart.
    private static final Map<String, String> KEYS =
            Map.ofEntries(
                    Map.entry("containers", "name"),
                    Map.entry("initContainers", "name"),
                    Map.entry("ephemeralContainers", "name"),
                    Map.entry("volumes", "name"),
                    Map.entry("env", "name"),
                    Map.entry("imagePullSecrets", "name"),
                    Map.entry("resourceClaims", "name"),
                    Map.entry("secrets", "name"),
                    Map.entry("hostAliases", "ip"),
                    Map.entry("volumeMounts", "mountPath"),
                    Map.entry("volumeDevices", "devicePath"),
                    Map.entry("topologySpreadConstraints", "topologyKey"),
                    Map.entry("conditions", "type"),
                    Map.entry("addresses", "type"),
                    Map.entry("podIPs", "ip"),
                    Map.entry("hostIPs", "ip"),
                    Map.entry("ownerReferences", "uid"));

    private static final Set<String> SETS = Set.of("finalizers", "podCIDRs");

    private static final int MOST_COMPARISONS = 4_000_000;

    private StrategicPatch() {}

    static Json.Obj apply(Json.Obj target, Json.Obj patch) throws ApiError {
        if (directive(patch).equals("replace")) {
            return Trees.without(patch, PATCH);
        }
        var fields = new LinkedHashMap<>(retained(target, patch).fields());
        for (var entry : patch.fields().entrySet()) {
            if (!entry.getKey().startsWith("$")) {
                merge(fields, entry.getKey(), entry.getValue());
            }
        }
        for (var entry : patch.fields().entrySet()) {
            arrange(fields, entry.getKey(), entry.getValue().elements());
        }
        return new Json.Obj(fields);
    }

    private static String directive(Json patch) {
        return Trees.text(patch, PATCH);
    }

    private static Json.Obj retained(Json.Obj target, Json.Obj patch) {
        if (patch.field(RETAIN).isEmpty()) {
            return target;
        }
        var keep = Trees.items(patch, RETAIN).stream().flatMap(it -> it.text().stream()).toList();
        var fields = new LinkedHashMap<>(target.fields());
        fields.keySet().retainAll(keep);
        return new Json.Obj(fields);
    }

    private static void merge(Map<String, Json> fields, String name, Json value) throws ApiError {
        var before = Optional.ofNullable(fields.get(name));
        switch (value) {
            case Json.Null() -> fields.remove(name);
            case Json.Obj patch when directive(patch).equals("delete") -> fields.remove(name);
            case Json.Obj patch -> fields.put(name, apply(Trees.object(before), patch));
            case Json.Arr(var items) ->
                    fields.put(name, list(name, before.orElse(new Json.Null()).elements(), items));
            case Json.Str _, Json.Num _, Json.Bool _ -> fields.put(name, value);
        }
    }

    private static Json list(String name, List<Json> before, List<Json> patch) throws ApiError {
        if (SETS.contains(name)) {
            var union = new LinkedHashSet<>(before);
            union.addAll(patch);
            return new Json.Arr(List.copyOf(union));
        }
        var key = key(name, patch);
        return key.isEmpty() ? new Json.Arr(patch) : keyed(key.get(), before, patch);
    }

    /// Ports are told apart by another field in a container than in a service.
    private static Optional<String> key(String name, List<Json> items) {
        if (name.equals("ports")) {
            var ofContainer = items.stream().anyMatch(it -> it.field("containerPort").isPresent());
            return Optional.of(ofContainer ? "containerPort" : "port");
        }
        return Optional.ofNullable(KEYS.get(name));
    }

    /// Every item is looked for among all others.
    private static void refuseLong(long one, long other) throws ApiError {
        if (one * other > MOST_COMPARISONS) {
            throw new ApiError(
                    413,
                    "RequestEntityTooLarge",
                    "the lists of %d and %d items are too long to be merged; replace the list"
                            .formatted(one, other));
        }
    }

    private static Json keyed(String key, List<Json> before, List<Json> patch) throws ApiError {
        refuseLong(patch.size(), before.size() + patch.size());
        if (patch.stream().anyMatch(it -> directive(it).equals("replace"))) {
            return new Json.Arr(patch.stream().filter(it -> it.field(PATCH).isEmpty()).toList());
        }
        var items = new ArrayList<>(before);
        for (var each : patch) {
            var place = place(items, key, each.field(key));
            if (each.field(key).isEmpty()) {
                throw ApiError.badRequest(
                        "an item of a list in the patch has no field '%s'".formatted(key));
            }
            if (directive(each).equals("delete")) {
                place.ifPresent(at -> items.remove((int) at));
            } else if (place.isPresent()) {
                var old = Trees.object(Optional.of(items.get(place.get())));
                items.set(place.get(), apply(old, Trees.object(Optional.of(each))));
            } else {
                items.add(apply(Trees.EMPTY, Trees.object(Optional.of(each))));
            }
        }
        return new Json.Arr(items);
    }

    private static Optional<Integer> place(List<Json> items, String key, Optional<Json> value) {
        for (var i = 0; i < items.size(); i++) {
            if (value.isPresent() && items.get(i).field(key).equals(value)) {
                return Optional.of(i);
            }
        }
        return Optional.empty();
    }

    /// Carries out what is said about a list beside it.
    private static void arrange(Map<String, Json> fields, String word, List<Json> said)
            throws ApiError {
        if (word.startsWith(ORDER)) {
            var name = word.substring(ORDER.length());
            var list = fields.get(name);
            if (list != null) {
                refuseLong(list.elements().size(), list.elements().size() + said.size());
                fields.put(name, ordered(name, list.elements(), said));
            }
        } else if (word.startsWith(DELETE)) {
            var name = word.substring(DELETE.length());
            var list = fields.get(name);
            if (list != null) {
                refuseLong(list.elements().size(), said.size());
                var left = list.elements().stream().filter(it -> !said.contains(it)).toList();
                fields.put(name, new Json.Arr(left));
            }
        }
    }

    /// Items that are named come in that order; the others stay where they are.
    private static Json ordered(String name, List<Json> items, List<Json> order) {
        var key = key(name, order);
        var named = new ArrayList<Json>();
        for (var each : order) {
            items.stream()
                    .filter(it -> key.isEmpty() ? it.equals(each) : isSame(key.get(), it, each))
                    .findFirst()
                    .ifPresent(named::add);
        }
        var rest = named.iterator();
        var all =
                items.stream()
                        .map(it -> named.contains(it) && rest.hasNext() ? rest.next() : it)
                        .toList();
        return new Json.Arr(all);
    }

    private static boolean isSame(String key, Json one, Json other) {
        return one.field(key).isPresent() && one.field(key).equals(other.field(key));
    }
}
