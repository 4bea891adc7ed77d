package dev.bookend.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bookend.lifecycle.pod.PodSharing;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.ExitReason;
import dev.bookend.lifecycle.value.Signal;
import dev.bookend.runtime.Limits;
import dev.bookend.runtime.RuntimeFailure;
import dev.bookend.runtime.process.cgroup.CgroupSearch;
import dev.bookend.runtime.process.cgroup.Cgroups;
import dev.bookend.runtime.process.place.Places;
import dev.bookend.runtime.process.rights.Isolation;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Control groups, where the machine lets us make them.
class LimitsTest {
    private static final long MEBI = 1024 * 1024;
    private static final Limits SMALL =
            new Limits(Optional.of(32 * MEBI), Optional.of(500L), Optional.of(250L));
    private static final String GREEDY = "x=0123456789abcdef; while :; do x=$x$x; done";

    @TempDir private Path directory;

    private ProcessRuntime open(Isolation isolation) throws Exception {
        if (isolation == Isolation.FULL) Root.assumeNamespaces();
        assumeTrue(CgroupSearch.find().missing().isEmpty(), "needs writable control groups");
        return ProcessRuntime.open(Places.below(directory), isolation);
    }

    @ParameterizedTest
    @EnumSource(Isolation.class)
    void tooMuchMemoryIsOutOfMemory(Isolation isolation) throws Exception {
        try (var runtime = open(isolation);
                var pod = new OnePod(runtime, PodSharing.NONE)) {
            var attempt = pod.start(pod.limited(GREEDY, SMALL));
            assertThat(pod.end(attempt)).isEqualTo(new Exit(137, ExitReason.OOM_KILLED));
            assertNoGroupsLeft(pod);
        }
    }

    @Test
    void killIsNoWantOfMemory() throws Exception {
        try (var runtime = open(Isolation.NONE);
                var pod = new OnePod(runtime, PodSharing.NONE)) {
            var attempt = pod.start(pod.limited("sleep 300", SMALL));
            pod.sandbox().signal(attempt, Signal.KILL);
            assertThat(pod.end(attempt)).isEqualTo(Exit.of(137));
            var other = pod.start(pod.limited("kill -9 $$", SMALL));
            assertThat(pod.end(other)).isEqualTo(Exit.of(137));
            assertNoGroupsLeft(pod);
        }
    }

    /// Only the main process makes the container's end one of memory.
    @Test
    void survivorOfAChildOutOfMemoryEndsAsItLikes() throws Exception {
        try (var runtime = open(Isolation.NONE);
                var pod = new OnePod(runtime, PodSharing.NONE)) {
            var attempt = pod.start(pod.limited("sh -c '%s'; exit 3".formatted(GREEDY), SMALL));
            assertThat(pod.end(attempt)).isEqualTo(Exit.of(3));
        }
    }

    @Test
    void limitsAreThoseAskedFor() throws Exception {
        try (var runtime = open(Isolation.NONE);
                var pod = new OnePod(runtime, PodSharing.NONE)) {
            var attempt = pod.start(pod.limited("sleep 300", SMALL));
            assertThat(values(pod, "memory.limit_in_bytes", "memory.max"))
                    .containsExactly(Long.toString(32 * MEBI));
            assertThat(values(pod, "cpu.cfs_quota_us", "cpu.max"))
                    .first()
                    .asString()
                    .startsWith("50000");
            assertThat(values(pod, "cpu.shares", "cpu.weight")).containsAnyOf("256", "10");
            pod.sandbox().signal(attempt, Signal.KILL);
            pod.end(attempt);
            assertNoGroupsLeft(pod);
        }
    }

    private static List<String> values(OnePod pod, String first, String second) throws Exception {
        var values = new ArrayList<String>();
        for (var hierarchy : CgroupSearch.find().hierarchies()) {
            for (var name : List.of(first, second)) {
                var file = hierarchy.pod(pod.uid()).resolve("app.1").resolve(name);
                if (Files.exists(file)) values.add(Files.readString(file).strip());
            }
        }
        return values;
    }

    @Test
    void containerWithoutLimitsHasNoGroup() throws Exception {
        try (var runtime = open(Isolation.NONE);
                var pod = new OnePod(runtime, PodSharing.NONE)) {
            assertThat(pod.output("cat /proc/self/cgroup")).noneMatch(it -> it.contains(pod.uid()));
        }
    }

    @Test
    void aLimitTooLowForAnyProgramIsSaid() throws Exception {
        try (var runtime = open(Isolation.FULL);
                var pod = new OnePod(runtime, PodSharing.NONE)) {
            var tiny = new Limits(Optional.of(4096L), Optional.empty(), Optional.empty());
            var request = pod.limited("true", tiny);
            assertThatExceptionOfType(RuntimeFailure.class)
                    .isThrownBy(() -> pod.start(request))
                    .withMessageContaining("limits.memory");
        }
    }

    @Test
    void whatIsMissingIsSaid() {
        var none = new Cgroups(List.of());
        var everybody = new OtherUsers.Everybody();
        assertThat(Shortcomings.of(Isolation.FULL, Optional.empty(), everybody, none))
                .anyMatch(it -> it.contains("Limits of cpu and memory are not enforced"));
    }

    private static void assertNoGroupsLeft(OnePod pod) {
        Awaitility.await("removal of the groups")
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(
                        () ->
                                assertThat(CgroupSearch.find().hierarchies())
                                        .noneMatch(it -> Files.exists(it.pod(pod.uid()))));
    }
}
