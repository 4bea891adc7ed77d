package dev.bookend.api.store;

import dev.bookend.agent.line.SummedLine;
import dev.bookend.agent.line.SummedLines;
import dev.bookend.api.resource.ObjectKey;
import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.resource.Trees;
import dev.bookend.manifest.json.Json;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The file in which objects are kept: a checksummed line for each change, the latest of which
/// counts. What was synced survives a loss of power; a torn last line is dropped.
///
/// Behind the last line the file goes on with zeros: room that is ours already, so that on a full
/// disk things can still be ended and removed.
final class ObjectLog implements AutoCloseable {
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

        static Entry read(Json json) {
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

    /// Where a line is in the file.
    record Place(long at, int length) {}

    /// What is written of an object when the file is written anew: its entry, or the line that it
    /// has already.
    record Part(Entry entry, Optional<Place> raw) {}

    /// Opens the file, or makes it, readable by its owner only.
    static ObjectLog open(Path path, LogLines.Reader reader) throws IOException {
        if (Files.notExists(path)) {
            makePrivate(path);
        }
        var end = LogLines.read(path, reader);
        var file = new RandomAccessFile(path.toFile(), "rw");
        if (end.dirty()) {
            clear(file, end);
        }
        return new ObjectLog(path, file, end.at());
    }

    /// Overwrites a torn line, and keeps the room that it takes.
    private static void clear(RandomAccessFile file, SummedLines.End end) throws IOException {
        file.seek(end.at());
        for (var left = end.length() - end.at(); left > 0; left -= PIECE) {
            file.write(new byte[(int) Math.min(PIECE, left)]);
        }
    }

    private static void makePrivate(Path path) throws IOException {
        var mode = PosixFilePermissions.fromString("rw-------");
        Files.deleteIfExists(path);
        Files.createFile(path, PosixFilePermissions.asFileAttribute(mode));
    }

    private static byte[] line(Entry entry) {
        return SummedLine.of(entry.text());
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

    /// Writes the file anew with only what still counts, and says where everything is then.
    List<Place> rewrite(List<Part> parts) throws IOException {
        var fresh = path.resolveSibling(path.getFileName() + ".new");
        List<Place> places;
        try {
            makePrivate(fresh);
            places = writeAll(fresh, parts);
            Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failure) {
            Files.deleteIfExists(fresh);
            throw failure;
        }
        file.close();
        file = new RandomAccessFile(path.toFile(), "rw");
        end = places.isEmpty() ? 0 : places.getLast().at() + places.getLast().length();
        allocated = file.length();
        syncDirectory();
        return places;
    }

    private List<Place> writeAll(Path fresh, List<Part> parts) throws IOException {
        var places = new ArrayList<Place>();
        try (var into = new FileOutputStream(fresh.toFile());
                var out = new BufferedOutputStream(into, PIECE)) {
            var at = 0L;
            for (var part : parts) {
                var length = write(part, out);
                places.add(new Place(at, length));
                at += length;
            }
            out.write(new byte[RESERVE]);
            out.flush();
            into.getFD().sync();
        }
        return places;
    }

    private int write(Part part, OutputStream out) throws IOException {
        if (part.raw().isEmpty()) {
            var line = line(part.entry());
            out.write(line);
            return line.length;
        }
        var raw = part.raw().get();
        var bytes = new byte[PIECE];
        file.seek(raw.at());
        for (var left = raw.length(); left > 0; left -= PIECE) {
            var count = Math.min(PIECE, left);
            file.readFully(bytes, 0, count);
            out.write(bytes, 0, count);
        }
        return raw.length();
    }

    private void syncDirectory() throws IOException {
        var directory = path.toAbsolutePath().resolveSibling(".");
        try (var channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
