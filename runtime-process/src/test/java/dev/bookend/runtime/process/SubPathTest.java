package dev.bookend.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import dev.bookend.lifecycle.pod.PodSharing;
import dev.bookend.runtime.ContainerRequest;
import dev.bookend.runtime.Mount;
import dev.bookend.runtime.ProcessRights;
import dev.bookend.runtime.RuntimeFailure;
import dev.bookend.runtime.process.place.Places;
import dev.bookend.runtime.process.rights.Isolation;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/// What a container sees of a part of a volume, whose links another container may have made.
class SubPathTest {
    private static final int TRIES = 25;

    @TempDir private Path directory;

    private Path volume;
    private Path outside;
    private ProcessRuntime runtime;
    private OnePod pod;

    @BeforeEach
    void open() throws Exception {
        Root.assumeNamespaces();
        volume = Files.createDirectory(directory.resolve("volume"));
        outside = Files.createDirectory(directory.resolve("outside"));
        Files.writeString(outside.resolve("secret"), "secret\n");
        runtime = ProcessRuntime.open(Places.below(directory.resolve("r")), Isolation.FULL);
        pod = new OnePod(runtime, PodSharing.NONE);
    }

    @AfterEach
    void close() throws Exception {
        if (pod != null) pod.close();
        if (runtime != null) runtime.close();
    }

    @Test
    void missingPartIsMadeAsADirectory() throws Exception {
        assertThat(pod.output(looking("a/b", "echo word > /part/made; ls -A /part")))
                .containsExactly("made");
        assertThat(volume.resolve("a/b/made")).hasContent("word");
    }

    @Test
    void partMayBeAFile() throws Exception {
        Files.writeString(volume.resolve("one"), "word\n");
        Files.writeString(volume.resolve("other"), "other\n");
        assertThat(pod.output(looking("one", "cat /part"))).containsExactly("word");
    }

    @Test
    void linkThatStaysInsideIsFollowed() throws Exception {
        Files.createDirectories(volume.resolve("real/deep"));
        Files.writeString(volume.resolve("real/deep/file"), "");
        Files.createSymbolicLink(volume.resolve("real/link"), Path.of("../real/deep"));
        assertThat(pod.output(looking("real/link", "ls -A /part"))).containsExactly("file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../outside", "/etc", "/proc/self/root", "../../../../../../etc"})
    void linkThatLeadsOutIsRefusedAndSaysSo(String to) throws Exception {
        Files.createSymbolicLink(volume.resolve("link"), Path.of(to));
        for (var sub : List.of("link", "link/deeper")) {
            assertThatExceptionOfType(RuntimeFailure.class)
                    .isThrownBy(() -> pod.output(looking(sub, "ls -A /part")))
                    .withMessageContaining("container app: the subPath '%s' leads out", sub)
                    .withMessageContaining("stay inside the volume");
        }
    }

    @Test
    void partBehindAFileIsRefusedAndSaysSo() throws Exception {
        Files.writeString(volume.resolve("file"), "");
        assertThatExceptionOfType(RuntimeFailure.class)
                .isThrownBy(() -> pod.output(looking("file/deeper", "ls -A /part")))
                .withMessageContaining("goes through a file of its volume");
    }

    /// A container that shares the volume changes the link as often as it can.
    @Test
    void linkThatChangesAllTheTimeNeverLeadsOut() throws Exception {
        Files.createDirectories(volume.resolve("inside"));
        point(Path.of("inside"));
        var stop = new AtomicBoolean();
        var hostile = Thread.ofPlatform().daemon().start(() -> turn(stop));
        try {
            for (var i = 0; i < TRIES; i++) assertStaysInside();
        } finally {
            stop.set(true);
            hostile.join();
        }
        assertThat(outside).isDirectoryContaining("glob:**/secret");
        assertThat(outside.resolve("made")).doesNotExist();
    }

    private void assertStaysInside() throws Exception {
        var request = looking("link/made", "ls -A /part/..; ls -A /part");
        try {
            assertThat(pod.output(request)).doesNotContain("secret");
        } catch (RuntimeFailure refused) {
            assertThat(refused).hasMessageContaining("the subPath 'link/made'");
        }
    }

    private void turn(AtomicBoolean stop) {
        while (!stop.get()) {
            point(outside);
            point(Path.of("inside"));
        }
    }

    private void point(Path to) {
        try {
            var link = Files.createSymbolicLink(volume.resolve("new"), to);
            Files.move(link, volume.resolve("link"), ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ContainerRequest looking(String sub, String script) {
        var mount = new Mount(volume, Optional.of(sub), "/part", false, false);
        return pod.request(script, List.of(mount), ProcessRights.DEFAULT);
    }
}
