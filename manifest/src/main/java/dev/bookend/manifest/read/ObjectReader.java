package dev.bookend.manifest.read;

import dev.bookend.lifecycle.pod.PortRef;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.read.PodObject.ConfigMap;
import dev.bookend.manifest.read.PodObject.Secret;
import dev.bookend.manifest.read.PodObject.Service;
import dev.bookend.manifest.yaml.Node;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Reads the objects that pods refer to.
final class ObjectReader {
    private static final String DEFAULT_NAMESPACE = "default";

    private ObjectReader() {}

    static Optional<PodObject> object(String kind, Json object) {
        var fields = Fields.of(Node.of(object));
        return switch (kind) {
            case "ConfigMap" -> Optional.of(configMap(fields));
            case "Secret" -> Optional.of(secret(fields));
            case "Service" -> Optional.of(service(fields));
            default -> Optional.empty();
        };
    }

    private static ConfigMap configMap(Fields map) {
        return new ConfigMap(
                namespace(map), name(map), map.textMap("data"), blobs(map, "binaryData"));
    }

    private static Secret secret(Fields secret) {
        var data = new LinkedHashMap<>(blobs(secret, "data"));
        secret.textMap("stringData").forEach((key, text) -> data.put(key, Blob.of(text)));
        return new Secret(namespace(secret), name(secret), data);
    }

    /// What is not base64 has its own finding, and reads as absent.
    private static Map<String, Blob> blobs(Fields object, String field) {
        var blobs = new LinkedHashMap<String, Blob>();
        object.textMap(field)
                .forEach((key, text) -> Blob.ofBase64(text).ifPresent(it -> blobs.put(key, it)));
        return blobs;
    }

    private static Service service(Fields service) {
        var spec = service.in("spec");
        return new Service(
                namespace(service),
                name(service),
                spec.text("type", "ClusterIP"),
                spec.word("clusterIP"),
                spec.textMap("selector"),
                spec.each("ports", ObjectReader::port));
    }

    private static Service.Port port(Fields port) {
        var number = port.integer("port").orElse(0);
        var target =
                port.integer("targetPort")
                        .<PortRef>map(PortRef.Number::new)
                        .or(() -> port.word("targetPort").map(PortRef.Name::new))
                        .orElse(new PortRef.Number(number));
        return new Service.Port(port.word("name"), port.text("protocol", "TCP"), number, target);
    }

    private static String namespace(Fields object) {
        return object.in("metadata").text("namespace", DEFAULT_NAMESPACE);
    }

    private static String name(Fields object) {
        return object.in("metadata").text("name", "");
    }
}
