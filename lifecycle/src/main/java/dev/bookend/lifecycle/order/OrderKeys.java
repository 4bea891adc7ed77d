package dev.bookend.lifecycle.order;

import java.util.List;
import java.util.Set;

/// The keys under which a pod states its order, exact to the letter.
public final class OrderKeys {
    public static final String SIDECARS = "bookend.dev/sidecars";
    public static final String SIDECAR_EXIT_CODES = "bookend.dev/sidecar-exit-codes";
    public static final String STRICT_HOOKS = "bookend.dev/strict-hooks";
    public static final String LAUNCH_HOLD = "bookend.dev/launch-hold";
    public static final String READINESS_GATE = "bookend.dev/readiness-gate";
    public static final String LAUNCH = "apps.kruise.io/container-launch-priority";
    public static final String EXIT = "kruise.io/container-exit-priority";
    public static final String LAUNCH_ENV = "KRUISE_CONTAINER_PRIORITY";
    public static final String EXIT_ENV = "KRUISE_EXIT_PRIORITY";
    public static final String BARRIER_ENV = "KRUISE_CONTAINER_BARRIER";
    public static final String ORDERED = "Ordered";

    /// The admission policies of a cluster name the same.
    public static final List<String> ANNOTATIONS =
            List.of(
                    SIDECARS,
                    SIDECAR_EXIT_CODES,
                    STRICT_HOOKS,
                    LAUNCH_HOLD,
                    READINESS_GATE,
                    LAUNCH,
                    EXIT);

    /// What Bookend itself writes on pods; a saved pod brings it along.
    public static final Set<String> OWN =
            Set.of(
                    "bookend.dev/launch",
                    "bookend.dev/launch-opened",
                    "bookend.dev/launch-nudge",
                    "bookend.dev/launch-refused",
                    "bookend.dev/manifest-file",
                    "bookend.dev/new-images");

    private OrderKeys() {}

    public static String annotationPath(String key) {
        return "metadata.annotations[" + key + "]";
    }
}
