package dev.bookend.runtime.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import dev.bookend.lifecycle.Attempt;
import dev.bookend.lifecycle.ContainerName;
import dev.bookend.lifecycle.RuntimeId;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// The paths of one pod and of its attempts.
record PodPlace(Places places, String uid) {
    private static final int STICKY_FOR_ALL = 01777;

    Path root() {
        return places.state().resolve("pods").resolve(uid);
    }

    private Path attempts() {
        return root().resolve("attempts");
    }

    Path attempt(Attempt attempt) {
        return attempts().resolve(attempt.container() + "." + attempt.number());
    }

    Path log(Attempt attempt) {
        return root().resolve("logs")
                .resolve(attempt.container().text())
                .resolve(attempt.number() + ".log");
    }

    /// Shared by the pod's containers.
    Path sharedMemory() {
        return places.run().resolve(hash(uid) + ".shm");
    }

    Path socket(Attempt attempt) {
        return places.run().resolve(hash(uid + "/" + attempt));
    }

    RuntimeId id(Attempt attempt) {
        return new RuntimeId("process://" + hash(uid + "/" + attempt));
    }

    void create() throws IOException {
        privately(attempts());
        privately(places.run());
        if (!Files.isDirectory(sharedMemory())) Files.createDirectory(sharedMemory());
        Files.setAttribute(sharedMemory(), "unix:mode", STICKY_FOR_ALL);
    }

    void create(Attempt attempt) throws IOException {
        privately(attempt(attempt));
        Files.createDirectories(log(attempt).resolveSibling("."));
    }

    /// Takes an attempt's directory out of sight at once, however long removing it will take; gives
    /// what is left to remove.
    Optional<Path> discard(Attempt attempt) throws IOException {
        var trash = root().resolve("trash");
        privately(trash);
        try {
            var name = "%s.%d".formatted(attempt(attempt).getFileName(), System.nanoTime());
            return Optional.of(Files.move(attempt(attempt), trash.resolve(name), ATOMIC_MOVE));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    private static void privately(Path directory) throws IOException {
        var mode = PosixFilePermissions.fromString("rwx------");
        Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(mode));
    }

    List<Attempt> known() throws IOException {
        try (var directories = Files.newDirectoryStream(attempts())) {
            var names = new ArrayList<String>();
            directories.forEach(each -> names.add(String.valueOf(each.getFileName())));
            return names.stream().map(PodPlace::parse).toList();
        }
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
