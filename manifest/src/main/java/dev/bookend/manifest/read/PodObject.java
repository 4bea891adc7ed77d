package dev.bookend.manifest.read;

import dev.bookend.lifecycle.pod.PortRef;
import dev.bookend.manifest.json.Json;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An object that pods refer to.
public sealed interface PodObject {
    String namespace();

    String name();

    /// Reads an object of one of these kinds; empty if it is of another one.
    static Optional<PodObject> of(Json object) {
        return object.text("kind").flatMap(kind -> ObjectReader.object(kind, object));
    }

    /// Texts and bytes by their keys.
    record ConfigMap(
            String namespace, String name, Map<String, String> data, Map<String, Blob> binaryData)
            implements PodObject {
        public ConfigMap {
            data = ordered(data);
            binaryData = ordered(binaryData);
        }

        /// All keys, as a volume shows them.
        public Map<String, Blob> files() {
            var files = new LinkedHashMap<String, Blob>();
            data.forEach((key, text) -> files.put(key, Blob.of(text)));
            files.putAll(binaryData);
            return files;
        }
    }

    /// Bytes that must not be seen; `stringData` has been put over `data`.
    record Secret(String namespace, String name, Map<String, Blob> data) implements PodObject {
        public Secret {
            data = ordered(data);
        }
    }

    /// A name for ports of pods.
    ///
    /// @param clusterIp the address that was written; `None` for a headless one
    record Service(
            String namespace,
            String name,
            String type,
            Optional<String> clusterIp,
            Map<String, String> selector,
            List<Port> ports)
            implements PodObject {
        public Service {
            selector = ordered(selector);
            ports = List.copyOf(ports);
        }

        /// Whether it stands for an address at all.
        public boolean hasAddress() {
            return !type.equals("ExternalName") && clusterIp.filter("None"::equals).isEmpty();
        }

        /// @param target the pods' own port, the same number if nothing else was written
        public record Port(Optional<String> name, String protocol, int port, PortRef target) {}
    }

    private static <T> Map<String, T> ordered(Map<String, T> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
