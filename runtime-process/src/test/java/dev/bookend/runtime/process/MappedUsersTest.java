package dev.bookend.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bookend.lifecycle.pod.PodSharing;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.Signal;
import dev.bookend.runtime.ExecRequest;
import dev.bookend.runtime.GuardedFiles;
import dev.bookend.runtime.Mount;
import dev.bookend.runtime.OrdinaryUser;
import dev.bookend.runtime.ProcessRights;
import dev.bookend.runtime.RuntimeFailure;
import dev.bookend.runtime.process.place.Places;
import dev.bookend.runtime.process.rights.Isolation;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Other users in an ordinary user's containers, from its ranges in `/etc/subuid` and
/// `/etc/subgid`. Root lets [OrdinaryUserTest] run this.
class MappedUsersTest {
    private static final String USUAL = "00000000a80425fb";

    @TempDir private Path directory;

    private ProcessRuntime runtime;
    private OnePod pod;

    @BeforeEach
    void open() throws Exception {
        assumeFalse(Root.here(), "needs an ordinary user");
        assumeTrue(Root.userNamespaces(), "needs user namespaces");
        assumeTrue(OrdinaryUser.hasRange(), "needs newuidmap and a range in /etc/subuid");
        runtime = ProcessRuntime.open(Places.below(directory), Isolation.FULL);
        pod = new OnePod(runtime, PodSharing.NONE);
    }

    @AfterEach
    void close() throws Exception {
        if (pod != null) pod.close();
        if (runtime != null) runtime.close();
    }

    private static ProcessRights as(long user, long group, Long... others) {
        return new ProcessRights(
                Optional.of(user),
                Optional.of(group),
                List.of(others),
                false,
                true,
                false,
                List.of(),
                List.of(),
                false);
    }

    private List<String> output(String script, ProcessRights rights) throws Exception {
        return pod.output(pod.request(script, List.of(), rights));
    }

    @Test
    void programHasTheUserAndGroupsThatItAsksFor() throws Exception {
        var script = "id -u; id -g; id -G; grep CapEff /proc/self/status | cut -f2";
        assertThat(output(script, as(1234, 5678, 2000L, 3000L)))
                .containsExactly("1234", "5678", "5678 2000 3000", "0000000000000000");
    }

    @Test
    void rootInsideHasTheUsualCapabilitiesThereAndIsNobodyOutside() throws Exception {
        var volume = Files.createDirectory(directory.resolve("volume"));
        Files.setAttribute(volume, "unix:mode", 0777);
        var script =
                "grep CapEff /proc/self/status | cut -f2; mkdir /made && chown 33:44 /made;"
                        + " stat -c %u:%g /made; touch /volume/file";
        var mounts = List.of(new Mount(volume, "/volume", false));
        assertThat(pod.output(pod.request(script, mounts, as(0, 0))))
                .containsExactly(USUAL, "33:44");
        assertThat(Files.getAttribute(volume.resolve("file"), "unix:uid")).isNotEqualTo(0);
    }

    @Test
    void standardOutputCanBeOpenedByAnotherUser() throws Exception {
        assertThat(output("echo out > /dev/stdout; echo err > /dev/stderr", as(1234, 5678)))
                .containsExactly("out", "err");
    }

    @Test
    void commandRunsAsTheContainersUser() throws Exception {
        var attempt = pod.start(pod.request("sleep 300", List.of(), as(1234, 5678)));
        var command = ExecRequest.of("look", List.of("sh", "-c", "id -u > /dev/stdout; id -G"));
        try (var exec = pod.sandbox().exec(attempt, command)) {
            assertThat(exec.await(Duration.ofSeconds(60)).orElseThrow().tail())
                    .isEqualTo("1234\n5678\n");
        }
        pod.sandbox().signal(attempt, Signal.KILL);
        assertThat(pod.end(attempt)).isEqualTo(Exit.of(137));
    }

    @Test
    void whatAnotherUserLocksAwayIsRemoved() throws Exception {
        var script =
                "for at in /tmp /var/tmp /dev/shm; do mkdir -p $at/a/b; touch $at/a/b/c;"
                        + " chmod 0 $at/a/b; chmod 500 $at/a; done";
        output(script, as(1234, 5678));
        pod.sandbox().remove();
        assertThat(directory.resolve("state/pods")).isEmptyDirectory();
        assertThat(directory.resolve("run")).isEmptyDirectory();
    }

    @Test
    void filesAreGivenToAGroupAndRemoved() throws Exception {
        var volume = directory.resolve("volume");
        runtime.files()
                .perform(
                        List.of(
                                new GuardedFiles.Step.Directory(
                                        volume, 02770, Optional.of(2000L))));
        var script = "umask 077; mkdir -p /volume/a/b; stat -c %g /volume /volume/a";
        var mounts = List.of(new Mount(volume, "/volume", false));
        assertThat(pod.output(pod.request(script, mounts, as(1234, 5678, 2000L))))
                .containsExactly("2000", "2000");
        runtime.files().remove(volume);
        assertThat(volume).doesNotExist();
    }

    @Test
    void anAgentThatComesLaterHasTheSameUsers() throws Exception {
        var volume = Files.createDirectory(directory.resolve("volume"));
        Files.setAttribute(volume, "unix:mode", 0777);
        var mounts = List.of(new Mount(volume, "/volume", false));
        output("true", as(1234, 5678));
        pod.output(pod.request("umask 077; echo word > /volume/x", mounts, as(1234, 5678)));
        runtime.close();
        runtime = ProcessRuntime.open(Places.below(directory), Isolation.FULL);
        try (var next = new OnePod(runtime, PodSharing.NONE)) {
            assertThat(next.output(next.request("cat /volume/x", mounts, as(1234, 5678))))
                    .containsExactly("word");
        }
    }

    @Test
    void aSpawnerThatWasKilledIsReplacedByOneWithTheSameUsers() throws Exception {
        var spawners =
                ProcessHandle.current()
                        .children()
                        .filter(it -> it.info().command().orElse("").endsWith("bookend-native"))
                        .toList();
        spawners.forEach(ProcessHandle::destroyForcibly);
        for (var each : spawners) {
            Awaitility.await("its end").atMost(Duration.ofSeconds(60)).until(() -> !each.isAlive());
        }
        assertThat(output("id -u", as(1234, 5678))).containsExactly("1234");
    }

    @Test
    void aNumberBeyondTheRangeIsRefusedWithTheRemedy() {
        var request = pod.request("true", List.of(), as(1000600000, 5678));
        assertThatExceptionOfType(RuntimeFailure.class)
                .isThrownBy(() -> pod.sandbox().prepare(request))
                .withMessageContaining("1000600000")
                .withMessageContaining("/etc/subuid")
                .withMessageContaining("lower numbers");
    }

    @Test
    void theStartLineSaysWhichUsersThereAre() {
        assertThat(runtime.shortcomings()).anyMatch(it -> it.contains("up to number 65535"));
    }
}
