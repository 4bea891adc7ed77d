package dev.bookend.checks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The files of this project as they lie in the checkout, without what a build has made.
record Project(Path root) {
    private static final Set<String> NOT_OURS = Set.of("target", ".git", ".bookend", ".idea");

    /// Maven runs tests in the module's directory, an editor perhaps in the project's own.
    static Project here() {
        var directory = Path.of("").toAbsolutePath();
        while (!Files.exists(directory.resolve("checks/pom.xml"))) {
            var parent = directory.getParent();
            if (parent == null)
                throw new IllegalStateException(
                        "not inside the project: " + Path.of("").toAbsolutePath());
            directory = parent;
        }
        return new Project(directory);
    }

    /// All files whose name ends so, as paths relative to the root, sorted.
    List<Path> files(String... suffixes) {
        var found = new ArrayList<Path>();
        try {
            Files.walkFileTree(root, collecting(List.of(suffixes), found));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found.stream().map(root::relativize).sorted().toList();
    }

    boolean has(String path) {
        return Files.exists(root.resolve(path));
    }

    List<String> lines(Path file) {
        return text(file).lines().toList();
    }

    String text(Path file) {
        try {
            return Files.readString(root.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The directories of the modules' compiled main classes.
    List<Path> classes() {
        try (var modules = Files.list(root)) {
            return modules.map(module -> module.resolve("target/classes"))
                    .filter(Files::isDirectory)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SimpleFileVisitor<Path> collecting(List<String> suffixes, List<Path> found) {
        return new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(
                    Path directory, BasicFileAttributes attributes) {
                var name = String.valueOf(directory.getFileName());
                return NOT_OURS.contains(name)
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (suffixes.stream().anyMatch(file.toString()::endsWith)) found.add(file);
                return FileVisitResult.CONTINUE;
            }
        };
    }
}
