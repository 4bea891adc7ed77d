package dev.bookend.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// A directory whose files all change in one moment, as Kubernetes lays it out: they live in a
/// directory of their own, `..data` is a link to it, and each name in sight is a link through
/// `..data`. An update writes a new directory and swaps the one link.
///
/// Containers see it read-only, so nothing in it is anybody else's.
final class SwappedDirectory {
    private static final String DATA = "..data";
    private static final int LONGEST_NAME = 255;

    private final Path root;
    private final Ownership ownership;

    SwappedDirectory(Path root, Ownership ownership) {
        this.root = root;
        this.ownership = ownership;
    }

    /// Shows exactly these files from now on.
    void show(Map<String, VolumeFile> files) throws IOException, StartRefused {
        for (var path : files.keySet()) {
            check(path);
        }
        Files.createDirectories(root);
        ownership.ofDirectory(root, 0755);
        var before = target();
        var fresh = Files.createTempDirectory(root, "..", privately());
        for (var file : files.entrySet()) {
            write(fresh, file.getKey(), file.getValue());
        }
        ownership.ofDirectory(fresh, 0755);
        swap(fresh);
        showNames(files.keySet());
        for (var old : before) {
            PodDirectory.remove(old);
        }
    }

    private static FileAttribute<?> privately() {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    }

    /// Whoever writes the keys must not choose where the files go.
    private static void check(String path) throws StartRefused {
        var parts = List.of(path.split("/", -1));
        var bad =
                parts.stream().anyMatch(it -> it.isEmpty() || it.length() > LONGEST_NAME)
                        || parts.contains("..")
                        || parts.contains(".")
                        || path.startsWith("..")
                        || path.indexOf('\0') >= 0;
        if (bad) {
            throw StartRefused.config(
                    "\"%s\" is no path for a file of a volume; rename the key, or give it a path"
                            .formatted(path.replaceAll("\\p{Cntrl}", "?")));
        }
    }

    private void write(Path fresh, String path, VolumeFile file) throws IOException {
        var names = List.of(path.split("/", -1));
        var target = fresh;
        for (var name : names.subList(0, names.size() - 1)) {
            target = target.resolve(name);
            Files.createDirectories(target);
            ownership.ofDirectory(target, 0755);
        }
        target = target.resolve(names.getLast());
        Files.createFile(
                target,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(target, file.content().bytes());
        ownership.ofFile(target, file.mode());
    }

    /// Directories of earlier updates, also of one that an agent did not live to finish.
    private List<Path> target() throws IOException {
        var old = new ArrayList<Path>();
        try (var entries = Files.newDirectoryStream(root, "..*")) {
            for (var entry : entries) {
                if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                    old.add(entry);
                }
            }
        }
        return old;
    }

    private void swap(Path fresh) throws IOException {
        var link = root.resolve("..data_tmp");
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, fresh.getFileName());
        Files.move(link, root.resolve(DATA), StandardCopyOption.ATOMIC_MOVE);
    }

    private void showNames(Iterable<String> paths) throws IOException {
        var wanted = new TreeSet<String>();
        paths.forEach(path -> wanted.add(path.split("/", 2)[0]));
        try (var entries = Files.newDirectoryStream(root, it -> !isHidden(it))) {
            for (var entry : entries) {
                if (!wanted.remove(entry.getFileName().toString())) {
                    Files.delete(entry);
                }
            }
        }
        for (var name : wanted) {
            Files.createSymbolicLink(root.resolve(name), Path.of(DATA, name));
        }
    }

    private static boolean isHidden(Path entry) {
        return entry.getFileName().toString().startsWith("..");
    }
}
