package dev.bookend.agent.state;

import dev.bookend.lifecycle.value.PodName;
import dev.bookend.runtime.PrivateDirectory;
import dev.bookend.runtime.RealPath;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// The directory below which Bookend keeps everything. Several agents may share it: each pod has a
/// lock of its own.
public record StateDirectory(Path root) {
    private static final String REFUSED = "no permission to write";

    public StateDirectory {
        root = RealPath.of(root);
    }

    /// Where state is kept unless somebody says otherwise.
    public static StateDirectory standard(Map<String, String> env) {
        if (Machine.user() == 0) {
            return new StateDirectory(Path.of("/var/lib/bookend"));
        }
        var given = env.getOrDefault("XDG_STATE_HOME", "");
        var home = env.getOrDefault("HOME", "/");
        var base = given.startsWith("/") ? Path.of(given) : Path.of(home, ".local", "state");
        return new StateDirectory(base.resolve("bookend"));
    }

    /// Makes the directory if need be; nobody else may look into it or could have changed it.
    ///
    /// @return what a person should know of it
    public Optional<String> make() throws IOException {
        try {
            makeRoot();
        } catch (FileAlreadyExistsException file) {
            throw new IOException("%s is no directory".formatted(file.getFile()), file);
        } catch (FileSystemException failure) {
            throw new IOException("%s: %s".formatted(failure.getFile(), reason(failure)), failure);
        }
        if (!Files.isWritable(root)) {
            throw new IOException(whyNot(root));
        }
        var remark = PrivateDirectory.make(root);
        makePrivate(pods());
        return remark;
    }

    private void makeRoot() throws IOException {
        if (Files.notExists(root)) {
            Files.createDirectories(root.resolveSibling(".").normalize());
            makePrivate(root);
        }
        Files.createDirectories(root);
    }

    /// What the kernel says to whoever tries to write there.
    private static String whyNot(Path directory) {
        try {
            Files.delete(Files.createTempFile(directory, "write", ""));
            return REFUSED;
        } catch (FileSystemException failure) {
            return reason(failure);
        } catch (IOException failure) {
            return String.valueOf(failure.getMessage());
        }
    }

    private static String reason(FileSystemException failure) {
        return Objects.requireNonNullElse(failure.getReason(), REFUSED);
    }

    private Path pods() {
        return root.resolve("pods");
    }

    /// The pods of which anything is kept, in the order of their names.
    public List<PodName> podNames() throws IOException {
        if (Files.notExists(pods())) {
            return List.of();
        }
        try (var directories = Files.list(pods())) {
            return directories
                    .map(it -> it.getFileName().toString())
                    .filter(it -> it.contains("_"))
                    .sorted()
                    .map(StateDirectory::podName)
                    .toList();
        }
    }

    private static PodName podName(String directory) {
        var cut = directory.indexOf('_');
        return new PodName(directory.substring(0, cut), directory.substring(cut + 1));
    }

    public PodDirectory pod(PodName name) {
        return new PodDirectory(pods().resolve(name.namespace() + "_" + name.name()));
    }

    public PodDirectory makePod(PodName name) throws IOException {
        var pod = pod(name);
        makePrivate(pod.requests());
        return pod;
    }

    static void makePrivate(Path directory) throws IOException {
        var mode = PosixFilePermissions.fromString("rwx------");
        Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(mode));
    }
}
