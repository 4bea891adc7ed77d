package dev.bookend.lifecycle.pod;

import java.util.List;
import java.util.Optional;

/// What a volume is made of.
public sealed interface VolumeSource {
    record EmptyDir(String medium, Optional<String> sizeLimit) implements VolumeSource {}

    record HostPath(String path, String type) implements VolumeSource {}

    record ConfigMapFiles(
            String name, List<KeyPath> items, Optional<Integer> defaultMode, boolean optional)
            implements VolumeSource {
        public ConfigMapFiles {
            items = List.copyOf(items);
        }
    }

    record SecretFiles(
            String name, List<KeyPath> items, Optional<Integer> defaultMode, boolean optional)
            implements VolumeSource {
        public SecretFiles {
            items = List.copyOf(items);
        }
    }

    record DownwardFiles(List<DownwardItem> items, Optional<Integer> defaultMode)
            implements VolumeSource {
        public DownwardFiles {
            items = List.copyOf(items);
        }
    }

    record Projected(List<VolumeSource> sources, Optional<Integer> defaultMode)
            implements VolumeSource {
        public Projected {
            sources = List.copyOf(sources);
        }
    }

    /// A kind of volume that Bookend does not provide, under the name of its field.
    record Other(String kind) implements VolumeSource {}

    /// A key of a ConfigMap or Secret and the file it becomes.
    record KeyPath(String key, String path, Optional<Integer> mode) {}

    /// A file that holds a field of the pod or a resource of a container.
    record DownwardItem(String path, EnvValue value, Optional<Integer> mode) {}
}
