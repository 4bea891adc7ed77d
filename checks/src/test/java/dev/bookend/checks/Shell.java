package dev.bookend.checks;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Runs programs as a user would, in a directory and with an environment of the test's choice. A
/// variable with an empty value is taken out.
record Shell(Path directory, Map<String, String> environment) {
    private static final int MINUTES_AT_MOST = 10;

    record Outcome(int exit, String out, String err) {}

    record Running(Process process, Path out, Path err) {
        Outcome outcome() throws IOException, InterruptedException {
            if (!process.waitFor(MINUTES_AT_MOST, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new AssertionError("still running: " + process.info());
            }
            return new Outcome(
                    process.exitValue(),
                    Files.readString(out).strip(),
                    Files.readString(err).strip());
        }
    }

    static Shell in(Path directory) {
        return new Shell(directory, Map.of());
    }

    Shell with(String name, String value) {
        var changed = new HashMap<>(environment);
        changed.put(name, value);
        return new Shell(directory, Map.copyOf(changed));
    }

    /// A PATH with these programs and no others.
    Shell withOnly(List<String> programs, Path bin) throws IOException {
        Files.createDirectories(bin);
        for (var program : programs)
            script(bin.resolve(program), "PATH='%s' exec %s".formatted(path(), program));
        return with("PATH", bin.toString());
    }

    private static String path() {
        return System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
    }

    /// Writes a program that does this with its arguments.
    static Path script(Path file, String command) throws IOException {
        Files.writeString(file, "#!/bin/sh\n%s \"$@\"\n".formatted(command));
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    Outcome run(String... command) throws IOException, InterruptedException {
        return start(command).outcome();
    }

    Running start(String... command) throws IOException {
        var out = Files.createTempFile("bookend-out", ".txt");
        var err = Files.createTempFile("bookend-err", ".txt");
        out.toFile().deleteOnExit();
        err.toFile().deleteOnExit();
        var builder =
                new ProcessBuilder(command)
                        .directory(directory.toFile())
                        .redirectInput(new File("/dev/null"))
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile());
        builder.environment().putAll(environment);
        builder.environment().values().removeIf(String::isEmpty);
        return new Running(builder.start(), out, err);
    }
}
