package dev.bookend.runtime.process.place;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;

/// What a shim wrote about its attempt: a start block and an exit block of fixed size, each with a
/// checksum.
public record ShimRecord(Map<String, String> start, Map<String, String> exit) {
    private static final int BLOCK = 512;
    private static final int BODY = BLOCK - 15;

    /// Empty if there is none, or none that is whole.
    public static Optional<ShimRecord> read(Path directory) throws IOException {
        try {
            var bytes = Files.readAllBytes(directory.resolve("record"));
            if (bytes.length < 2 * BLOCK) return Optional.empty();
            return Optional.of(new ShimRecord(block(bytes, 0), block(bytes, BLOCK)))
                    .filter(record -> !record.start.isEmpty());
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    private static Map<String, String> block(byte[] bytes, int from) {
        var crc = new CRC32();
        crc.update(bytes, from, BODY);
        var text = new String(Arrays.copyOfRange(bytes, from, from + BLOCK), UTF_8);
        if (!text.endsWith("crc32=%08x\n".formatted(crc.getValue()))) return Map.of();
        var fields = new HashMap<String, String>();
        for (var line : text.substring(0, text.length() - 15).split("\n", -1)) {
            var equals = line.indexOf('=');
            if (equals > 0) fields.put(line.substring(0, equals), line.substring(equals + 1));
        }
        return fields;
    }

    public boolean ofThisBoot(String bootId) {
        return bootId.equals(start.get("boot"));
    }

    /// Whether the program was told to run, so that it may have.
    public boolean started() {
        return !"prepared".equals(start.get("state"));
    }

    public boolean ended() {
        return "ended".equals(exit.get("state"));
    }

    /// False for an end that only says why the program never ran.
    public boolean ran() {
        return "exited".equals(exit.get("cause")) || "init-lost".equals(exit.get("cause"));
    }

    public Instant startedAt() {
        return instant(start.getOrDefault("at", "0"));
    }

    public static Instant instant(String nanos) {
        var number = Long.parseLong(nanos);
        return Instant.ofEpochSecond(
                Math.floorDiv(number, 1_000_000_000L), Math.floorMod(number, 1_000_000_000L));
    }
}
