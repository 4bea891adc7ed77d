package dev.bookend.api;

import dev.bookend.manifest.Json;
import dev.bookend.manifest.JsonRead;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/// The file in which objects are kept: a checksummed line for each change, the latest of which
/// counts. What was synced survives a loss of power; a torn last line is dropped.
///
/// Behind the last line the file goes on with zeros: room that is ours already, so that on a full
/// disk things can still be ended and removed.
final class ObjectLog implements AutoCloseable {
    private static final int CHECKSUM = 8;
    private static final int RESERVE = 256 * 1024;
    private static final int PIECE = 64 * 1024;

    private final Path path;
    private RandomAccessFile file;
    private long end;
    private long allocated;

    /// What a line may take its room from.
    enum Room {
        /// Only from what is free beside the reserve.
        FREE,
        RESERVED
    }

    /// One line of the file.
    record Entry(long version, ObjectKey key, Optional<Json.Obj> object) {
        private String text() {
            var json =
                    Json.object()
                            .put("version", version)
                            .put("type", key.type().name())
                            .put("namespace", key.namespace())
                            .put("name", key.name());
            object.ifPresent(it -> json.put("object", it));
            return json.done().line();
        }

        private static Entry read(Json json) {
            var key =
                    new ObjectKey(
                            ResourceType.valueOf(Trees.text(json, "type")),
                            Trees.text(json, "namespace"),
                            Trees.text(json, "name"));
            return new Entry(
                    Trees.number(json, 0, "version"),
                    key,
                    json.field("object").map(it -> (Json.Obj) it));
        }
    }

    private ObjectLog(Path path, RandomAccessFile file, long end) throws IOException {
        this.path = path;
        this.file = file;
        this.end = end;
        allocated = file.length();
    }

    /// Opens the file, or makes it, readable by its owner only.
    static ObjectLog open(Path path, List<Entry> into) throws IOException {
        if (Files.notExists(path)) {
            makePrivate(path);
        }
        var bytes = Files.readAllBytes(path);
        var end = read(path, bytes, into);
        var file = new RandomAccessFile(path.toFile(), "rw");
        clear(file, bytes, end);
        return new ObjectLog(path, file, end);
    }

    /// Overwrites a torn line, and keeps the room that it takes.
    private static void clear(RandomAccessFile file, byte[] bytes, int end) throws IOException {
        for (var i = end; i < bytes.length; i++) {
            if (bytes[i] != 0) {
                file.seek(end);
                file.write(new byte[bytes.length - end]);
                return;
            }
        }
    }

    private static void makePrivate(Path path) throws IOException {
        var mode = PosixFilePermissions.fromString("rw-------");
        Files.deleteIfExists(path);
        Files.createFile(path, PosixFilePermissions.asFileAttribute(mode));
    }

    private static int read(Path path, byte[] bytes, List<Entry> into) throws IOException {
        var begin = 0;
        var good = 0;
        var torn = false;
        for (var i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                var entry = entry(bytes, begin, i);
                if (entry.isPresent() && torn) {
                    throw new IOException(
                            "%s is damaged at byte %d, and good lines follow; restore the file"
                                    .formatted(path, good));
                }
                entry.ifPresent(into::add);
                torn |= entry.isEmpty();
                begin = i + 1;
                good = torn ? good : begin;
            }
        }
        return good;
    }

    private static Optional<Entry> entry(byte[] bytes, int begin, int end) {
        if (end - begin <= CHECKSUM) {
            return Optional.empty();
        }
        var text = new String(bytes, begin, end - begin, StandardCharsets.UTF_8);
        var body = text.substring(CHECKSUM + 1);
        return text.startsWith(checksum(body))
                        && JsonRead.of(body) instanceof JsonRead.Value(var json)
                ? Optional.of(Entry.read(json))
                : Optional.empty();
    }

    private static String checksum(String text) {
        var crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        return "%08x".formatted(crc.getValue());
    }

    private static byte[] line(Entry entry) {
        var text = entry.text();
        return "%s %s\n".formatted(checksum(text), text).getBytes(StandardCharsets.UTF_8);
    }

    /// Writes a line and says how long it is.
    ///
    /// @param durable whether it must survive a loss of power once this returns
    int append(Entry entry, boolean durable, Room room) throws IOException {
        var line = line(entry);
        makeRoom(line.length, room);
        try {
            file.seek(end);
            file.write(line);
            if (durable) {
                file.getFD().sync();
            }
        } catch (IOException failure) {
            file.setLength(end);
            allocated = end;
            throw failure;
        }
        end += line.length;
        return line.length;
    }

    private void makeRoom(int length, Room room) throws IOException {
        var wanted = end + length + RESERVE;
        if (allocated >= wanted) {
            return;
        }
        try {
            file.seek(allocated);
            file.write(new byte[Math.toIntExact(wanted + PIECE - allocated)]);
            allocated = wanted + PIECE;
        } catch (IOException failure) {
            file.setLength(allocated);
            if (room == Room.FREE || end + length > allocated) {
                throw failure;
            }
        }
    }

    long length() {
        return end;
    }

    /// Writes the file anew with only what still counts.
    void rewrite(List<Entry> entries) throws IOException {
        var fresh = path.resolveSibling(path.getFileName() + ".new");
        var text = new ByteArrayOutputStream();
        entries.forEach(entry -> text.writeBytes(line(entry)));
        try {
            makePrivate(fresh);
            writeAll(fresh, text);
            Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failure) {
            Files.deleteIfExists(fresh);
            throw failure;
        }
        file.close();
        file = new RandomAccessFile(path.toFile(), "rw");
        end = text.size();
        allocated = file.length();
        syncDirectory();
    }

    private static void writeAll(Path fresh, ByteArrayOutputStream text) throws IOException {
        try (var channel = new RandomAccessFile(fresh.toFile(), "rw")) {
            channel.write(text.toByteArray());
            channel.write(new byte[RESERVE]);
            channel.getFD().sync();
        }
    }

    private void syncDirectory() throws IOException {
        var directory = path.toAbsolutePath().resolveSibling(".");
        try (var channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    static List<Entry> none() {
        return new ArrayList<>();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
