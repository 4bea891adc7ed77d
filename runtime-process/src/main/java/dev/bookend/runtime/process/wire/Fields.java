package dev.bookend.runtime.process.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/// A payload of `key=value` strings, each ended by a NUL byte.
public final class Fields {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    public static Fields of(String key, Object value) {
        return new Fields().with(key, value);
    }

    public Fields with(String key, Object value) {
        var field = key + "=" + value;
        if (field.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a NUL character in the value of " + key);
        }
        bytes.writeBytes(field.getBytes(UTF_8));
        bytes.write(0);
        return this;
    }

    public Fields withFlag(String key, boolean value) {
        return with(key, value ? 1 : 0);
    }

    int size() {
        return bytes.size();
    }

    public ByteBuffer payload() {
        return ByteBuffer.wrap(bytes.toByteArray());
    }

    static Map<String, String> parse(ByteBuffer payload) {
        var fields = new HashMap<String, String>();
        for (var field : UTF_8.decode(payload.duplicate()).toString().split("\0", -1)) {
            var equals = field.indexOf('=');
            if (equals > 0) fields.put(field.substring(0, equals), field.substring(equals + 1));
        }
        return fields;
    }
}
