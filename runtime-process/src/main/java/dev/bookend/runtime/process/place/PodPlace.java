package dev.bookend.runtime.process.place;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.READ;

import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.PodName;
import dev.bookend.lifecycle.value.RuntimeId;
import dev.bookend.runtime.PrivateDirectory;
import dev.bookend.runtime.process.rights.Account;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// The paths of one pod and of its attempts.
public record PodPlace(Places places, String uid) {
    private static final int STICKY_FOR_ALL = 01777;
    private static final int MOST_LAST_WORDS = 4096;
    private static final int KEPT_LOGS = 5;
    private static final int LOG_FILES = 5;

    public Path root() {
        return places.state().resolve("pods").resolve(uid);
    }

    /// Which pod this is, for whoever finds nothing but this place.
    public Path name() {
        return root().resolve("name");
    }

    private Path attempts() {
        return root().resolve("attempts");
    }

    public Path attempt(Attempt attempt) {
        return attempts().resolve(attempt.container() + "." + attempt.number());
    }

    public Path log(Attempt attempt) {
        return root().resolve("logs")
                .resolve(attempt.container().text())
                .resolve(attempt.number() + ".log");
    }

    /// What is out of sight and not yet removed.
    public Path trash() {
        return root().resolve("trash");
    }

    Path lastWordsFile(Attempt attempt) {
        return attempt(attempt).resolve("last-words");
    }

    /// The end of what an attempt left as its message; empty if nothing. The file is the
    /// container's to write, so only its size is taken for granted, and only up to a bound.
    public String lastWords(Attempt attempt) {
        try (var file =
                Files.newByteChannel(lastWordsFile(attempt), READ, LinkOption.NOFOLLOW_LINKS)) {
            file.position(Math.max(0, file.size() - MOST_LAST_WORDS));
            var bytes = ByteBuffer.allocate(MOST_LAST_WORDS);
            var count = file.read(bytes);
            while (count > 0 && bytes.hasRemaining()) count = file.read(bytes);
            return new String(bytes.array(), 0, bytes.position(), UTF_8);
        } catch (IOException _) {
            return "";
        }
    }

    /// An empty file that any user inside may write.
    public Path makeLastWords(Attempt attempt) throws IOException {
        var file = lastWordsFile(attempt);
        if (Files.notExists(file)) Files.createFile(file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        return file;
    }

    /// Shared by the pod's containers.
    public Path sharedMemory() {
        return places.run().resolve(hash(uid) + ".shm");
    }

    /// The socket of the pod's first process, if its containers share their processes.
    public Path holder() {
        return places.run().resolve(hash(uid) + ".pod");
    }

    public Path socket(Attempt attempt) {
        return places.run().resolve(hash(uid + "/" + attempt));
    }

    /// Ends a shim that is still there although nobody counts on it, and takes its socket away.
    public void clear(Attempt attempt) {
        if (Files.notExists(socket(attempt))) return;
        ShimProcess.at(socket(attempt)).ifPresent(ShimProcess::end);
        leave(socket(attempt));
    }

    /// Takes away a socket that no process has any more.
    public void tidy(Attempt attempt) {
        var socket = socket(attempt);
        if (Files.exists(socket) && BoundSockets.read().lacks(socket)) leave(socket);
    }

    /// Takes away what a shim that was killed could not: nobody listens there any more.
    static void leave(Path socket) {
        try {
            Files.deleteIfExists(socket.resolveSibling(socket.getFileName() + ".name"));
            Files.deleteIfExists(socket);
        } catch (IOException _) {
            // The next agent tries again.
        }
    }

    public RuntimeId id(Attempt attempt) {
        return new RuntimeId("process://" + hash(uid + "/" + attempt));
    }

    public void create(PodName pod) throws IOException {
        privately(attempts());
        note(pod);
        var _ = PrivateDirectory.make(places.run());
    }

    public void makeSharedMemory() throws IOException {
        if (!Files.isDirectory(sharedMemory())) Files.createDirectory(sharedMemory());
        Files.setAttribute(sharedMemory(), "unix:mode", STICKY_FOR_ALL);
    }

    private void note(PodName pod) {
        try {
            if (Files.notExists(name())) Files.writeString(name(), pod + "\n");
        } catch (IOException _) {
            // A full disk keeps nobody from ending a pod, and nothing but a search needs this.
        }
    }

    public void create(Attempt attempt) throws IOException {
        privately(attempt(attempt));
        Files.createDirectories(log(attempt).resolveSibling("."));
        dropLog(new Attempt(attempt.container(), attempt.number() - KEPT_LOGS));
    }

    /// A container that restarts for ever does not fill the disk.
    private void dropLog(Attempt old) throws IOException {
        if (!Files.deleteIfExists(log(old))) return;
        for (var i = 1; i < LOG_FILES; i++) {
            Files.deleteIfExists(log(old).resolveSibling("%d.log.%d".formatted(old.number(), i)));
        }
    }

    /// Takes an attempt's directory out of sight at once, however long removing it will take; gives
    /// what is left to remove.
    public Optional<Path> discard(Attempt attempt) throws IOException {
        privately(trash());
        try {
            var name = "%s.%d".formatted(attempt(attempt).getFileName(), System.nanoTime());
            return Optional.of(Files.move(attempt(attempt), trash().resolve(name), ATOMIC_MOVE));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    private static void privately(Path directory) throws IOException {
        var mode = PosixFilePermissions.fromString("rwx------");
        Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(mode));
        if (Account.ownerOf(directory) != Account.own().user()) {
            throw new IOException(
                    "%s belongs to another user; remove it, or set XDG_RUNTIME_DIR or --state to a"
                                    .formatted(directory)
                            + " directory of your own");
        }
    }

    public List<Attempt> known() throws IOException {
        try (var directories = Files.newDirectoryStream(attempts())) {
            var names = new ArrayList<String>();
            directories.forEach(each -> names.add(String.valueOf(each.getFileName())));
            return names.stream().filter(PodPlace::isAttempt).map(PodPlace::parse).toList();
        } catch (NoSuchFileException | NotDirectoryException _) {
            return List.of();
        }
    }

    /// Whatever else lies there is none of ours.
    private static boolean isAttempt(String name) {
        return name.matches("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?\\.[0-9]{1,9}");
    }

    private static Attempt parse(String name) {
        var dot = name.lastIndexOf('.');
        var container = new ContainerName(name.substring(0, dot));
        return new Attempt(container, Integer.parseInt(name.substring(dot + 1)));
    }

    /// FNV-1a: short and stable is enough, as the shim itself tells whose it is.
    private static String hash(String text) {
        var hash = 0xcbf29ce484222325L;
        for (var each : text.getBytes(UTF_8)) hash = (hash ^ (each & 0xff)) * 0x100000001b3L;
        return HexFormat.of().toHexDigits(hash);
    }
}
