package dev.bookend.api.object;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Which fields a message of Kubernetes' binary form has, as far as they are read.
record ProtobufShape(Map<Integer, Part> fields) {
    private static final ProtobufShape NONE = new ProtobufShape(Map.of());

    private static final ProtobufShape METADATA =
            shape(
                    text(1, "name"),
                    text(2, "generateName"),
                    text(3, "namespace"),
                    text(5, "uid"),
                    text(6, "resourceVersion"),
                    part(11, "labels", Kind.TEXT_MAP),
                    part(12, "annotations", Kind.TEXT_MAP),
                    part(14, "finalizers", Kind.TEXTS));

    private static final ProtobufShape PORT =
            shape(
                    text(1, "name"),
                    text(2, "protocol"),
                    part(3, "port", Kind.NUMBER),
                    part(4, "targetPort", Kind.PORT),
                    part(5, "nodePort", Kind.NUMBER),
                    text(6, "appProtocol"));

    private static final ProtobufShape SERVICE_SPEC =
            shape(
                    new Part(1, "ports", Kind.MESSAGES, PORT),
                    part(2, "selector", Kind.TEXT_MAP),
                    text(3, "clusterIP"),
                    text(4, "type"),
                    part(5, "externalIPs", Kind.TEXTS),
                    text(7, "sessionAffinity"),
                    text(10, "externalName"));

    /// How a field is written.
    enum Kind {
        TEXT,
        NUMBER,
        FLAG,
        TEXTS,
        TEXT_MAP,
        BYTES_MAP,
        PORT,
        MESSAGE,
        MESSAGES
    }

    /// One field of a message.
    record Part(int number, String name, Kind kind, ProtobufShape shape) {}

    static Optional<ProtobufShape> ofKind(String kind) {
        return switch (kind) {
            case "Namespace" -> Optional.of(shape(metadata()));
            case "ConfigMap" ->
                    Optional.of(
                            shape(
                                    metadata(),
                                    part(2, "data", Kind.TEXT_MAP),
                                    part(3, "binaryData", Kind.BYTES_MAP),
                                    part(4, "immutable", Kind.FLAG)));
            case "Secret" ->
                    Optional.of(
                            shape(
                                    metadata(),
                                    part(2, "data", Kind.BYTES_MAP),
                                    text(3, "type"),
                                    part(4, "stringData", Kind.TEXT_MAP),
                                    part(5, "immutable", Kind.FLAG)));
            case "Service" ->
                    Optional.of(shape(metadata(), new Part(2, "spec", Kind.MESSAGE, SERVICE_SPEC)));
            default -> Optional.empty();
        };
    }

    private static Part metadata() {
        return new Part(1, "metadata", Kind.MESSAGE, METADATA);
    }

    private static Part text(int number, String name) {
        return part(number, name, Kind.TEXT);
    }

    private static Part part(int number, String name, Kind kind) {
        return new Part(number, name, kind, NONE);
    }

    private static ProtobufShape shape(Part... parts) {
        var fields = new LinkedHashMap<Integer, Part>();
        for (var part : parts) {
            fields.put(part.number(), part);
        }
        return new ProtobufShape(fields);
    }
}
