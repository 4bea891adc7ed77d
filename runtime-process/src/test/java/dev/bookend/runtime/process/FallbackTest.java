package dev.bookend.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bookend.lifecycle.PodSharing;
import dev.bookend.runtime.Mount;
import dev.bookend.runtime.ProcessRights;
import dev.bookend.runtime.RuntimeFailure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Where the machine gives no namespaces, containers are plain processes, and that is said.
class FallbackTest {
    @TempDir private Path directory;

    @Test
    void whatCannotBeIsolatedIsAPlainProcessAndSaysWhy() throws Exception {
        // A layer that exists already is one of the things that can go wrong.
        Files.createDirectories(directory.resolve("state/probe/layer"));
        try (var runtime = ProcessRuntime.open(Places.below(directory));
                var pod = new OnePod(runtime, PodSharing.NONE)) {
            assertThat(runtime.isolation()).isEqualTo(Isolation.NONE);
            assertThat(runtime.shortcomings().getFirst())
                    .contains("plain processes", "File exists");
            assertThat(pod.output("echo word")).containsExactly("word");
        }
    }

    @Test
    void volumeOfAPlainProcessIsRefusedWithTheRemedy() throws Exception {
        try (var runtime = ProcessRuntime.open(Places.below(directory), Isolation.NONE);
                var pod = new OnePod(runtime, PodSharing.NONE)) {
            var mounts = List.of(new Mount(directory, "/kept", false));
            var request = pod.request("true", mounts, ProcessRights.DEFAULT);
            assertThatExceptionOfType(RuntimeFailure.class)
                    .isThrownBy(() -> pod.sandbox().prepare(request))
                    .withMessageContaining("/kept")
                    .withMessageContaining("user namespaces");
        }
    }

    @Test
    void isolatesAsFarAsTheMachineAllows() throws Exception {
        var possible = Root.here() || Root.userNamespaces();
        try (var runtime = ProcessRuntime.open(Places.below(directory))) {
            assertThat(runtime.isolation()).isEqualTo(possible ? Isolation.FULL : Isolation.NONE);
            var plain = runtime.shortcomings().stream().anyMatch(it -> it.contains("plain"));
            assertThat(plain).isEqualTo(!possible);
        }
    }
}
