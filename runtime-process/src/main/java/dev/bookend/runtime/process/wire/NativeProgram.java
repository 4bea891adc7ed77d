package dev.bookend.runtime.process.wire;

import java.io.FileNotFoundException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Finds the native program: where the system property `bookend.native` says, else beside the jar.
public final class NativeProgram {
    private static final String NAME = "bookend-native";

    private NativeProgram() {}

    public static Path find() throws FileNotFoundException {
        var said = System.getProperty("bookend.native");
        var path = said == null ? besideTheJar() : Path.of(said);
        if (Files.isExecutable(path)) return path.toAbsolutePath().normalize();
        throw new FileNotFoundException(
                "no executable %s; build it, or name it with -Dbookend.native=PATH"
                        .formatted(path));
    }

    private static Path besideTheJar() {
        try {
            var jar = NativeProgram.class.getProtectionDomain().getCodeSource().getLocation();
            return Path.of(jar.toURI()).resolveSibling(NAME);
        } catch (URISyntaxException e) {
            throw new IllegalStateException("a jar without a path", e);
        }
    }
}
