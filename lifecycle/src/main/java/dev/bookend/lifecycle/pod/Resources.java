package dev.bookend.lifecycle.pod;

import java.util.Map;

/// Requested and granted resources, quantities as written.
public record Resources(Map<String, String> requests, Map<String, String> limits) {
    public static final Resources NONE = new Resources(Map.of(), Map.of());

    public Resources {
        requests = Map.copyOf(requests);
        limits = Map.copyOf(limits);
    }
}
