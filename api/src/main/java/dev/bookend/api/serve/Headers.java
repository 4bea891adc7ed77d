package dev.bookend.api.serve;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A request's headers; names in any case.
public final class Headers {
    private final Map<String, List<String>> values = new TreeMap<>();

    void add(String name, String value) {
        values.computeIfAbsent(name.toLowerCase(Locale.ROOT), _ -> new ArrayList<>()).add(value);
    }

    Optional<String> first(String name) {
        return all(name).stream().findFirst();
    }

    public List<String> all(String name) {
        return values.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
    }

    /// Whether a header that is a list of words has this one.
    boolean has(String name, String word) {
        return all(name).stream()
                .flatMap(value -> List.of(value.split(",", -1)).stream())
                .anyMatch(each -> each.strip().equalsIgnoreCase(word));
    }

    boolean isEmpty() {
        return values.isEmpty();
    }
}
