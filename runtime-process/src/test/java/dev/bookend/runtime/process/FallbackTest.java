package dev.bookend.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bookend.lifecycle.pod.PodSharing;
import dev.bookend.runtime.Mount;
import dev.bookend.runtime.ProcessRights;
import dev.bookend.runtime.RuntimeFailure;
import dev.bookend.runtime.process.place.Places;
import dev.bookend.runtime.process.rights.Isolation;
import dev.bookend.runtime.process.wire.Refused;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Where the machine gives no namespaces, containers are plain processes, and that is said.
class FallbackTest {
    @TempDir private Path directory;

    /// Shows SAFE-3.
    @ParameterizedTest
    @CsvSource({
        "1000, namespaces, 1, true, true",
        "1000, user-namespace, 13, true, true",
        "1000, namespaces, 28, false, true",
        "1000, namespaces, 28, true, false",
        "1000, namespaces, 11, true, false",
        "1000, layer, 17, true, false",
        "1000, layer, 13, true, false",
        "1000, overlay, 12, true, false",
        "0, namespaces, 1, true, false",
        "0, overlay, 22, true, false"
    })
    void onlyWhatTheKernelRefusesAUserForGoodMeansPlainProcesses(
            long user, String step, int errno, boolean mayHaveNamespaces, boolean plain) {
        var refused = new Refused(Map.of("step", step, "errno", String.valueOf(errno)));
        assertThat(IsolationProbe.isForGood(user, refused, mayHaveNamespaces)).isEqualTo(plain);
    }

    /// All on one directory, as when several are started together. Shows SAFE-3.
    @Test
    void manyThatProbeTogetherAreAllIsolated() throws Exception {
        Root.assumeNamespaces();
        var places = Places.below(directory);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var opened = new ArrayList<Future<Isolation>>();
            for (var i = 0; i < 24; i++) opened.add(threads.submit(() -> isolation(places)));
            for (var each : opened) assertThat(each.get()).isEqualTo(Isolation.FULL);
        }
        assertThat(places.state()).isEmptyDirectory();
    }

    private static Isolation isolation(Places places) throws Exception {
        try (var runtime = ProcessRuntime.open(places)) {
            return runtime.isolation();
        }
    }

    @Test
    void whatAKilledProbeLeftIsRemoved() throws Exception {
        var left = Files.createDirectories(directory.resolve("state/probe-999999999-7/layer"));
        try (var runtime = ProcessRuntime.open(Places.below(directory))) {
            assertThat(runtime.shortcomings()).isNotNull();
            assertThat(left.getParent()).doesNotExist();
        }
    }

    /// Shows SAFE-3.
    @Test
    void readOnlyRootOfAPlainProcessIsRefused() throws Exception {
        try (var runtime = ProcessRuntime.open(Places.below(directory), Isolation.NONE);
                var pod = new OnePod(runtime, PodSharing.NONE)) {
            var rights =
                    new ProcessRights(
                            Optional.empty(),
                            Optional.empty(),
                            List.of(),
                            false,
                            true,
                            true,
                            List.of(),
                            List.of(),
                            false);
            assertThatExceptionOfType(RuntimeFailure.class)
                    .isThrownBy(() -> pod.sandbox().prepare(pod.request("true", List.of(), rights)))
                    .withMessageContaining("read-only");
        }
    }

    /// Shows SAFE-3.
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
