package dev.bookend.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Lets root run tests once more as user nobody, in a JVM of its own. What that JVM needs is
/// copied, because an ordinary user may not be able to read where it lies.
public final class OrdinaryUser {
    private static final String NOBODY = "65534";
    private static final Path SETPRIV = Path.of("/usr/bin/setpriv");

    private static final Path NEWUIDMAP = Path.of("/usr/bin/newuidmap");
    private static final Path SUBUID = Path.of("/etc/subuid");
    private static final Path SUBGID = Path.of("/etc/subgid");
    private static final String RANGE = "nobody:2000000:65536\n";

    private final Path directory;
    private final List<String> before = new ArrayList<>();

    /// @param directory an empty one, which goes away after the test
    public OrdinaryUser(Path directory) {
        this.directory = directory;
    }

    /// Gives the user a range of other users, which nobody else on this machine sees.
    public OrdinaryUser withRange() throws IOException {
        assumeTrue(own().equals("root"), "needs root, who can be anybody");
        assumeTrue(Files.isExecutable(NEWUIDMAP), "needs newuidmap (apt install uidmap)");
        assumeTrue(Files.exists(SUBUID) && Files.exists(SUBGID), "needs /etc/subuid and subgid");
        var range = Files.writeString(directory.resolve("range"), RANGE);
        var script =
                "mount --bind \"$0\" %s && mount --bind \"$0\" %s && exec \"$@\""
                        .formatted(SUBUID, SUBGID);
        before.addAll(List.of("unshare", "--mount", "sh", "-c", script));
        before.add(range.toString());
        return this;
    }

    /// Mounts memory at a directory, which nobody else on this machine sees.
    public OrdinaryUser besideAMountAt(Path path) {
        assumeTrue(own().equals("root"), "needs root, who can be anybody");
        var script = "mount -t tmpfs bookend \"$0\" && exec \"$@\"";
        before.addAll(List.of("unshare", "--mount", "sh", "-c", script, path.toString()));
        return this;
    }

    /// Whether this process may have other users than its own, though it is not root's.
    public static boolean hasRange() throws IOException {
        return Files.isExecutable(NEWUIDMAP)
                && Files.exists(SUBUID)
                && Files.readAllLines(SUBUID).stream().anyMatch(it -> it.startsWith(own() + ":"));
    }

    /// Copies a file or directory of the project to where the tests find it from their own.
    public OrdinaryUser with(String sibling) throws IOException {
        copy(Path.of("..", sibling), directory.resolve("project").resolve(sibling));
        return this;
    }

    /// Runs the classes' tests and asserts that they passed.
    public void runs(Class<?>... tests) throws Exception {
        assumeTrue(own().equals("root"), "needs root, who can be anybody");
        assumeTrue(Files.isExecutable(SETPRIV), "needs setpriv");
        var run = runtimeDirectory();
        try {
            runs(command(tests), run);
        } finally {
            new ProcessBuilder("rm", "-rf", run.toString()).start().waitFor();
        }
    }

    private void runs(List<String> command, Path run) throws Exception {
        var output = directory.resolve("output");
        var builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.startsWith("XDG_"));
        builder.environment().put("XDG_RUNTIME_DIR", run.toString());
        builder.environment().put("HOME", open("tmp").toString());
        var process =
                builder.directory(open("project/module").toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        var ended = process.waitFor(8, TimeUnit.MINUTES);
        process.destroyForcibly();
        var said = Files.readString(output, UTF_8);
        assertThat(ended).as("ends in time: " + said).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        assertThat(said).containsPattern("[1-9][0-9]* tests passed");
    }

    /// In memory and the user's alone, as a login gives it.
    private static Path runtimeDirectory() throws IOException {
        var run = Files.createTempDirectory(Path.of("/dev/shm"), "bookend-user");
        Files.setAttribute(run, "unix:uid", Integer.valueOf(NOBODY));
        return run;
    }

    private static String own() {
        return System.getProperty("user.name", "");
    }

    private Path open(String name) throws IOException {
        var path = Files.createDirectories(directory.resolve(name));
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setAttribute(path, "unix:mode", 01777);
        return path;
    }

    private List<String> command(Class<?>... tests) throws IOException {
        var program = Path.of(System.getProperty("bookend.native", "none"));
        var command = new ArrayList<>(before);
        command.addAll(List.of(SETPRIV.toString(), "--reuid=" + NOBODY));
        command.addAll(List.of("--regid=" + NOBODY, "--clear-groups"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.add("-Djava.io.tmpdir=" + open("tmp"));
        command.add("-Dbookend.native=" + copied(program));
        command.addAll(List.of("-cp", classPath(), OrdinaryUserRun.class.getName()));
        Arrays.stream(tests).map(Class::getName).forEach(command::add);
        return command;
    }

    private String classPath() throws IOException {
        var entries = System.getProperty("java.class.path", "").split(File.pathSeparator, -1);
        var copies = new ArrayList<Path>();
        for (var entry : new LinkedHashSet<>(List.of(entries))) {
            if (Files.exists(Path.of(entry))) copies.add(copied(Path.of(entry)));
        }
        return copies.stream().map(Path::toString).collect(joining(File.pathSeparator));
    }

    private Path copied(Path source) throws IOException {
        var name = Integer.toHexString(source.hashCode());
        var target = directory.resolve("copies").resolve(name);
        return copy(source, target.resolve(String.valueOf(source.getFileName())));
    }

    private static Path copy(Path source, Path target) throws IOException {
        if (Files.exists(target)) return target;
        Files.createDirectories(target.resolveSibling("."));
        try (Stream<Path> all = Files.walk(source)) {
            for (var each : all.toList()) {
                var to = target.resolve(source.relativize(each)).normalize();
                if (Files.isDirectory(each)) Files.createDirectories(to);
                else Files.copy(each, to);
            }
        }
        return target;
    }
}
