package dev.bookend.checks;

import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/// A copy of the project's sources in which a test may run and edit the launcher.
record Checkout(Path root) {
    private static final String BUILDS = ".bookend";
    private static final Set<String> LEFT_OUT =
            Set.of(".git", BUILDS, "target", "test", "docs", ".idea", ".ci");

    static Checkout at(Path root) throws IOException {
        copy(Project.here().root(), root);
        return new Checkout(root);
    }

    /// The same sources elsewhere, together with what was built from them: no build is needed
    /// there.
    Checkout copyWithBuilds(Path other) throws IOException {
        copy(root, other);
        for (var build : builds()) {
            copy(root.resolve(BUILDS).resolve(build), other.resolve(BUILDS).resolve(build));
        }
        return new Checkout(other);
    }

    Path launcher() {
        return root.resolve("bookend");
    }

    void edit(String file, String from, String to) throws IOException {
        var text = Files.readString(root.resolve(file));
        if (!text.contains(from)) throw new AssertionError(file + " does not contain " + from);
        Files.writeString(root.resolve(file), text.replace(from, to));
    }

    /// The names of finished builds.
    List<String> builds() throws IOException {
        try (var entries = Files.list(root.resolve(BUILDS))) {
            return entries.filter(each -> Files.exists(each.resolve("in-use")))
                    .map(each -> String.valueOf(each.getFileName()))
                    .toList();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (var entries = Files.list(from)) {
            for (var entry : entries.toList()) {
                var name = String.valueOf(entry.getFileName());
                if (LEFT_OUT.contains(name)) continue;
                if (Files.isDirectory(entry)) copy(entry, to.resolve(name));
                else Files.copy(entry, to.resolve(name), COPY_ATTRIBUTES);
            }
        }
    }
}
