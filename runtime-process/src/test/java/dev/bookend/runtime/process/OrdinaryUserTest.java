package dev.bookend.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Root runs the contract once more as user nobody, in a JVM of its own. What that JVM needs is
/// copied, because an ordinary user may not be able to read where it lies.
class OrdinaryUserTest {
    private static final String NOBODY = "65534";
    private static final Path SETPRIV = Path.of("/usr/bin/setpriv");

    @TempDir private Path directory;

    @Test
    void contractHoldsForAnOrdinaryUser() throws Exception {
        Root.assume();
        assumeTrue(Files.isExecutable(SETPRIV), "needs setpriv");
        var output = directory.resolve("output");
        var process =
                new ProcessBuilder(command())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        var ended = process.waitFor(5, TimeUnit.MINUTES);
        process.destroyForcibly();
        assertThat(ended).as("ends in time").isTrue();
        assertThat(process.exitValue()).as(Files.readString(output, UTF_8)).isZero();
        assertThat(Files.readString(output, UTF_8)).containsPattern("[1-9][0-9] tests passed");
    }

    private List<String> command() throws IOException {
        var temporary = Files.createDirectory(directory.resolve("tmp"));
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxrwxrwx"));
        return List.of(
                SETPRIV.toString(),
                "--reuid=" + NOBODY,
                "--regid=" + NOBODY,
                "--clear-groups",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + temporary,
                "-Dbookend.native=" + copied(NativeProgram.find()),
                "-cp",
                classPath(),
                OrdinaryUserRun.class.getName());
    }

    private String classPath() throws IOException {
        var copies = new ArrayList<Path>();
        for (var entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (Files.exists(Path.of(entry))) copies.add(copied(Path.of(entry)));
        }
        return copies.stream().map(Path::toString).collect(joining(File.pathSeparator));
    }

    private Path copied(Path source) throws IOException {
        var name = Integer.toHexString(source.hashCode());
        var target = Files.createDirectories(directory.resolve("copies").resolve(name));
        var copy = target.resolve(String.valueOf(source.getFileName()));
        try (Stream<Path> all = Files.walk(source)) {
            for (var each : all.toList()) {
                var to = copy.resolve(source.relativize(each)).normalize();
                if (Files.isDirectory(each)) Files.createDirectories(to);
                else Files.copy(each, to);
            }
        }
        return copy;
    }
}
