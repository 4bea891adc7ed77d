package dev.bookend.api.object;

import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.Trees;
import dev.bookend.manifest.json.Json;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads Kubernetes' binary form of the few kinds that `kubectl create` sends in it, as JSON.
final class Protobuf {
    private static final byte[] MAGIC = {'k', '8', 's', 0};
    private static final int MOST_FIELDS = 100_000;

    private Protobuf() {}

    /// One field on the wire: a number, or bytes.
    private record Field(int number, long value, ByteBuffer data) {
        static Field of(int number, long value) {
            return new Field(number, value, ByteBuffer.allocate(0));
        }

        byte[] bytes() {
            var bytes = new byte[data.remaining()];
            data.get(data.position(), bytes);
            return bytes;
        }
    }

    static Json.Obj read(byte[] body) throws ApiError {
        if (body.length < MAGIC.length
                || !Arrays.equals(MAGIC, Arrays.copyOf(body, MAGIC.length))) {
            throw broken();
        }
        var envelope = fields(Arrays.copyOfRange(body, MAGIC.length, body.length));
        var type = fields(bytes(envelope, 1));
        var kind = text(bytes(type, 2));
        var shape =
                ProtobufShape.ofKind(kind)
                        .orElseThrow(
                                () ->
                                        ApiError.unsupported(
                                                "%s is not read as protobuf; send JSON"
                                                        .formatted(kind)));
        var object = message(shape, bytes(envelope, 2));
        return Trees.with(
                Trees.with(object, Json.of(text(bytes(type, 1))), "apiVersion"),
                Json.of(kind),
                "kind");
    }

    private static ApiError broken() {
        return ApiError.badRequest("the body is not protobuf as Kubernetes writes it");
    }

    private static byte[] bytes(List<Field> fields, int number) {
        return fields.stream()
                .filter(it -> it.number() == number)
                .map(Field::bytes)
                .findFirst()
                .orElse(new byte[0]);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static List<Field> fields(byte[] message) throws ApiError {
        var fields = new ArrayList<Field>();
        var in = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
        try {
            while (in.hasRemaining()) {
                if (fields.size() > MOST_FIELDS) {
                    throw new ApiError(
                            413,
                            "RequestEntityTooLarge",
                            "the body has more than %d fields; split it".formatted(MOST_FIELDS));
                }
                var tag = varint(in);
                fields.add(field((int) (tag >>> 3), (int) (tag & 7), in));
            }
            return fields;
        } catch (BufferUnderflowException | NegativeArraySizeException _) {
            throw broken();
        }
    }

    private static Field field(int number, int wire, ByteBuffer in) throws ApiError {
        return switch (wire) {
            case 0 -> Field.of(number, varint(in));
            case 1 -> Field.of(number, in.getLong());
            case 5 -> Field.of(number, in.getInt());
            case 2 -> {
                var length = varint(in);
                if (length < 0 || length > in.remaining()) {
                    throw broken();
                }
                var bytes = new byte[(int) length];
                in.get(bytes);
                yield new Field(number, 0, ByteBuffer.wrap(bytes));
            }
            default -> throw broken();
        };
    }

    private static long varint(ByteBuffer in) {
        var value = 0L;
        for (var shift = 0; shift < 64; shift += 7) {
            var next = in.get();
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
        return value;
    }

    private static Json.Obj message(ProtobufShape shape, byte[] bytes) throws ApiError {
        var message = new Message();
        for (var field : fields(bytes)) {
            var known = Optional.ofNullable(shape.fields().get(field.number()));
            if (known.isPresent()) {
                add(message, known.get(), field);
            }
        }
        return message.done();
    }

    /// A message that is being read: what is repeated in it grows in its place.
    private record Message(
            Map<String, Json> fields,
            Map<String, List<Json>> lists,
            Map<String, Map<String, Json>> maps) {
        Message() {
            this(new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
        }

        void append(String name, Json item) {
            fields.putIfAbsent(name, Trees.EMPTY);
            lists.computeIfAbsent(name, _ -> new ArrayList<>()).add(item);
        }

        void put(String name, String key, Json value) {
            fields.putIfAbsent(name, Trees.EMPTY);
            maps.computeIfAbsent(name, _ -> new LinkedHashMap<>()).put(key, value);
        }

        Json.Obj done() {
            lists.forEach((name, items) -> fields.put(name, new Json.Arr(items)));
            maps.forEach((name, entries) -> fields.put(name, new Json.Obj(entries)));
            return new Json.Obj(fields);
        }
    }

    private static void add(Message message, ProtobufShape.Part part, Field field) throws ApiError {
        var fields = message.fields();
        switch (part.kind()) {
            case TEXT -> {
                if (field.bytes().length > 0) {
                    fields.put(part.name(), Json.of(text(field.bytes())));
                }
            }
            case NUMBER -> {
                if (field.value() != 0) {
                    fields.put(part.name(), Json.of(field.value()));
                }
            }
            case FLAG -> fields.put(part.name(), Json.of(field.value() != 0));
            case TEXTS -> message.append(part.name(), Json.of(text(field.bytes())));
            case MESSAGE -> {
                var inner = message(part.shape(), field.bytes());
                if (!inner.fields().isEmpty()) {
                    fields.put(part.name(), inner);
                }
            }
            case MESSAGES -> message.append(part.name(), message(part.shape(), field.bytes()));
            case TEXT_MAP, BYTES_MAP -> putEntry(message, part, field);
            case PORT -> port(field.bytes()).ifPresent(it -> fields.put(part.name(), it));
        }
    }

    private static void putEntry(Message message, ProtobufShape.Part part, Field field)
            throws ApiError {
        var entry = fields(field.bytes());
        var value = bytes(entry, 2);
        var shown =
                part.kind() == ProtobufShape.Kind.TEXT_MAP
                        ? text(value)
                        : Base64.getEncoder().encodeToString(value);
        message.put(part.name(), text(bytes(entry, 1)), Json.of(shown));
    }

    /// A number or a name.
    private static Optional<Json> port(byte[] bytes) throws ApiError {
        var fields = fields(bytes);
        var name = text(bytes(fields, 3));
        if (!name.isEmpty()) {
            return Optional.of(Json.of(name));
        }
        return fields.stream()
                .filter(it -> it.number() == 2 && it.value() != 0)
                .map(it -> Json.of(it.value()))
                .findFirst();
    }
}
