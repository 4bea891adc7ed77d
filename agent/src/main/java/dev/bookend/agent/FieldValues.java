package dev.bookend.agent;

import dev.bookend.lifecycle.PodManifest;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// The pod's own fields, as `fieldRef` asks for them.
final class FieldValues {
    private static final Pattern ENTRY =
            Pattern.compile("metadata\\.(labels|annotations)\\['([^']+)'\\]");

    private final PodManifest pod;
    private final String uid;

    FieldValues(PodManifest pod, String uid) {
        this.pod = pod;
        this.uid = uid;
    }

    /// The field's value; empty for a field that cannot be asked for. A missing label is `""`.
    Optional<String> of(String path) {
        var entry = ENTRY.matcher(path);
        if (entry.matches()) {
            return Optional.of(map(entry.group(1)).getOrDefault(entry.group(2), ""));
        }
        return switch (path) {
            case "metadata.name" -> Optional.of(pod.meta().podName().name());
            case "metadata.namespace" -> Optional.of(pod.meta().namespace());
            case "metadata.uid" -> Optional.of(uid);
            case "spec.nodeName" -> Optional.of(node());
            case "spec.serviceAccountName" -> Optional.of(pod.settings().serviceAccountName());
            case "status.podIP", "status.podIPs", "status.hostIP", "status.hostIPs" ->
                    Optional.of(Machine.address());
            default -> Optional.empty();
        };
    }

    private Map<String, String> map(String which) {
        return which.equals("labels") ? pod.meta().labels() : pod.meta().annotations();
    }

    private String node() {
        return pod.settings().nodeName().orElseGet(Machine::name);
    }
}
