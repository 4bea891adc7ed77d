package dev.bookend.api.resource;

import dev.bookend.lifecycle.pod.PodSettings;
import dev.bookend.manifest.json.Json;

import java.time.Duration;

/// How long the object of a pod lets it take to end, be it that it does not say.
public final class PodGrace {
    public static final String FIELD = "terminationGracePeriodSeconds";
    private static final long DEFAULT = PodSettings.DEFAULT_GRACE.toSeconds();

    private PodGrace() {}

    public static long seconds(Json pod) {
        return Trees.number(pod, DEFAULT, "spec", FIELD);
    }

    /// What whoever deleted the pod has left it.
    public static Duration ofDeletion(Json pod) {
        return Duration.ofSeconds(
                Trees.number(pod, DEFAULT, "metadata", "deletionGracePeriodSeconds"));
    }

    public static Json.Obj withDefault(Json.Obj pod) {
        return Trees.withDefault(pod, Json.of(DEFAULT), "spec", FIELD);
    }
}
