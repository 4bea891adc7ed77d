package dev.bookend.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/// A disk of a few megabytes, which only root can mount.
public record SmallDisk(Path directory) implements AutoCloseable {
    public static SmallDisk mount(Path directory, String options) throws Exception {
        assumeTrue(Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "needs root");
        Files.createDirectories(directory);
        var place = directory.toString();
        assumeTrue(
                call("mount", "-t", "tmpfs", "-o", "mode=700," + options, "none", place) == 0,
                "needs mounts");
        return new SmallDisk(directory);
    }

    /// Takes all room that is left.
    public void fill() throws IOException, InterruptedException {
        call("sh", "-c", "cat /dev/zero > '%s/ballast' 2>/dev/null".formatted(directory));
        assertThat(Files.getFileStore(directory).getUsableSpace()).isZero();
    }

    public void empty() throws IOException {
        Files.delete(directory.resolve("ballast"));
    }

    public void remount(String options) throws IOException, InterruptedException {
        assertThat(call("mount", "-o", "remount," + options, directory.toString())).isZero();
    }

    public static int call(String... command) throws IOException, InterruptedException {
        var process = new ProcessBuilder(command).start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    @Override
    public void close() throws IOException {
        new ProcessBuilder("umount", "-l", directory.toString()).start().onExit().join();
    }
}
