package dev.bookend.agent.environment;

import dev.bookend.agent.environment.PodObjects.Marks;
import dev.bookend.agent.state.Machine;
import dev.bookend.lifecycle.pod.EnvValue.ResourceFieldRef;
import dev.bookend.lifecycle.pod.PodManifest;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The pod's own fields, as `fieldRef` asks for them.
public final class FieldValues {
    private static final Pattern ENTRY =
            Pattern.compile("metadata\\.(labels|annotations)\\['([^']+)'\\]");

    private final PodManifest pod;
    private final String uid;
    private final PodObjects objects;

    public FieldValues(PodManifest pod, String uid, PodObjects objects) {
        this.pod = pod;
        this.uid = uid;
        this.objects = objects;
    }

    /// The field's value; empty for a field that cannot be asked for. A missing label is `""`.
    public Optional<String> of(String path) {
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

    /// The field's value as a file shows it, where all labels or annotations may stand together.
    public Optional<String> file(String path) {
        return switch (path) {
            case "metadata.labels" -> Optional.of(lines(map("labels")));
            case "metadata.annotations" -> Optional.of(lines(map("annotations")));
            default -> of(path);
        };
    }

    private static String lines(Map<String, String> map) {
        return new TreeMap<>(map)
                .entrySet().stream()
                        .map(it -> it.getKey() + "=" + QuotedText.of(it.getValue()))
                        .collect(Collectors.joining("\n"));
    }

    /// A container's resource; empty for one that cannot be asked for.
    public Optional<String> resource(ResourceFieldRef ref, String own) {
        return new ResourceValues(pod).of(ref, own);
    }

    private Map<String, String> map(String which) {
        var marks =
                objects.marks(pod.meta().podName(), uid)
                        .orElseGet(() -> new Marks(pod.meta().labels(), pod.meta().annotations()));
        return which.equals("labels") ? marks.labels() : marks.annotations();
    }

    private String node() {
        return pod.settings().nodeName().orElseGet(Machine::name);
    }
}
