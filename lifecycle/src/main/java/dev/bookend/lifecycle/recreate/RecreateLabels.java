package dev.bookend.lifecycle.recreate;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/// The labels of a ContainerRecreateRequest, by which its agent and its users find it (CRR-1).
public final class RecreateLabels {
    public static final String POD_UID = "crr.apps.kruise.io/pod-uid";
    public static final String POD_NAME = "crr.apps.kruise.io/pod-name";
    public static final String NODE_NAME = "crr.apps.kruise.io/node-name";

    /// Removed when the request completes.
    public static final String ACTIVE = "crr.apps.kruise.io/active";

    private static final Pattern VALUE =
            Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");

    private RecreateLabels() {}

    static Map<String, String> of(RecreatePod pod) {
        var labels = new LinkedHashMap<String, String>();
        labels.put(POD_UID, pod.uid());
        pod.node().ifPresent(node -> labels.put(NODE_NAME, node));
        labels.put(ACTIVE, "true");
        labels.put(POD_NAME, pod.name().name());
        // A pod's name may be longer than any label.
        labels.values().removeIf(value -> !VALUE.matcher(value).matches());
        return labels;
    }
}
