package dev.bookend.api.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/// A disk of a few megabytes, which only root can mount.
record SmallDisk(Path directory) implements AutoCloseable {
    static SmallDisk mount(Path directory, String size) throws Exception {
        assumeTrue(Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "needs root");
        Files.createDirectories(directory);
        var place = directory.toString();
        assumeTrue(
                call("mount", "-t", "tmpfs", "-o", "mode=700,size=" + size, "none", place) == 0,
                "needs mounts");
        return new SmallDisk(directory);
    }

    /// Takes all room that is left.
    void fill() throws IOException, InterruptedException {
        call("sh", "-c", "cat /dev/zero > '%s/ballast' 2>/dev/null".formatted(directory));
        assertThat(Files.getFileStore(directory).getUsableSpace()).isZero();
    }

    void empty() throws IOException {
        Files.delete(directory.resolve("ballast"));
    }

    private static int call(String... command) throws IOException, InterruptedException {
        var process = new ProcessBuilder(command).start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    @Override
    public void close() throws IOException {
        new ProcessBuilder("umount", "-l", directory.toString()).start().onExit().join();
    }
}
