package dev.bookend.manifest.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/// Changes a document where its structure is: a field goes, doubles, moves or gets another's value.
public final class JsonDice {
    private static final List<Json> ODD =
            List.of(
                    new Json.Null(),
                    Json.of(""),
                    Json.of("-1"),
                    Json.of("Sidecar"),
                    Json.of("a,b,,a"),
                    Json.of("{\"a\":1,\"a\":2}"),
                    Json.of("x".repeat(300)),
                    Json.of("\u0000\ud83d\ude00"),
                    Json.of(0),
                    Json.of(-1),
                    Json.of(Long.MAX_VALUE),
                    Json.of(true),
                    new Json.Arr(List.of()),
                    new Json.Obj(new LinkedHashMap<>()));

    private final SplittableRandom random;
    private final List<Json> seen = new ArrayList<>(ODD);

    public JsonDice(long seed, Json document) {
        random = new SplittableRandom(seed);
        collect(document);
    }

    private void collect(Json json) {
        seen.add(json);
        switch (json) {
            case Json.Obj(var fields) -> fields.values().forEach(this::collect);
            case Json.Arr(var elements) -> elements.forEach(this::collect);
            default -> {
                // A leaf has nothing below it.
            }
        }
    }

    /// The document with about one change in a number of places.
    public Json changed(Json json, int rarity) {
        if (random.nextInt(rarity) == 0) {
            return seen.get(random.nextInt(seen.size()));
        }
        return switch (json) {
            case Json.Obj(var fields) -> object(fields, rarity);
            case Json.Arr(var elements) -> array(elements, rarity);
            default -> json;
        };
    }

    private Json object(Map<String, Json> fields, int rarity) {
        var changed = new LinkedHashMap<String, Json>();
        fields.forEach(
                (key, value) -> {
                    switch (random.nextInt(rarity)) {
                        case 0 -> changed.put(key + "s", value);
                        case 1 -> changed.put(pick(fields.keySet()), value);
                        default -> changed.put(key, changed(value, rarity));
                    }
                });
        return new Json.Obj(changed);
    }

    private String pick(Set<String> keys) {
        return keys.stream().skip(random.nextInt(keys.size())).findFirst().orElseThrow();
    }

    private Json array(List<Json> elements, int rarity) {
        var changed = new ArrayList<Json>();
        for (var element : elements) {
            switch (random.nextInt(rarity)) {
                case 0 -> {
                    changed.add(element);
                    changed.add(element);
                }
                case 1 -> changed.addFirst(element);
                default -> changed.add(changed(element, rarity));
            }
        }
        return new Json.Arr(changed);
    }
}
