package dev.bookend.runtime.process;

import static dev.bookend.runtime.ProcessRights.DEFAULT;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.lifecycle.pod.PodSharing;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.Signal;
import dev.bookend.runtime.process.place.Places;
import dev.bookend.runtime.process.rights.Isolation;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/// Pods that share namespaces of the machine.
class SharingTest {
    private static final PodSharing SHARED = new PodSharing(true, false, false, false);
    private static final PodSharing HOST_PID = new PodSharing(false, false, true, false);
    private static final PodSharing HOST_IPC = new PodSharing(false, false, false, true);

    private static final int ROUNDS = 20;

    @TempDir private Path directory;

    @BeforeEach
    void needsNamespaces() throws Exception {
        Root.assumeNamespaces();
    }

    private ProcessRuntime open() throws Exception {
        return ProcessRuntime.open(Places.below(directory), Isolation.FULL);
    }

    @Test
    void hostPidShowsTheMachinesProcesses() throws Exception {
        var own = "/proc/%d/cmdline".formatted(ProcessHandle.current().pid());
        try (var runtime = open();
                var pod = new OnePod(runtime, HOST_PID)) {
            assertThat(pod.output("ls -d %s; hostname".formatted(own))).containsExactly(own, "web");
        }
    }

    /// Without a namespace to take down, the init must find what has forked away.
    @Test
    void hostPidEndsAllOfTheContainerAndNothingElse() throws Exception {
        var bystander = new ProcessBuilder("sleep", "300").start();
        try (var runtime = open();
                var pod = new OnePod(runtime, HOST_PID)) {
            var script = "setsid sleep 300 & echo $!; trap '' TERM; sleep 300; sleep 300";
            var attempt = pod.start(pod.request(script, List.of(), DEFAULT));
            Awaitility.await("the process that forks away")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> !pod.lines(attempt).isEmpty());
            var child = Long.parseLong(pod.lines(attempt).getFirst());
            assertThat(ProcessHandle.of(child)).isPresent();
            pod.sandbox().signal(attempt, Signal.KILL);
            assertThat(pod.end(attempt)).isEqualTo(Exit.of(137));
            assertThat(ProcessHandle.of(child).filter(ProcessHandle::isAlive)).isEmpty();
            assertThat(bystander.isAlive()).isTrue();
        } finally {
            bystander.destroyForcibly();
        }
    }

    /// The first ones of a pod, each of which finds nothing of what they will share.
    @Test
    void containersOfAPodBeginTogether() throws Exception {
        try (var runtime = open();
                var starts = Executors.newFixedThreadPool(4)) {
            for (var round = 0; round < ROUNDS; round++) {
                try (var pod = new OnePod(runtime, round % 2 == 0 ? SHARED : PodSharing.NONE)) {
                    var all =
                            Stream.generate(() -> pod.request("true", List.of(), DEFAULT))
                                    .limit(4)
                                    .<Callable<Attempt>>map(it -> () -> pod.start(it))
                                    .toList();
                    for (var each : starts.invokeAll(all)) {
                        assertThat(pod.end(each.get())).isEqualTo(Exit.of(0));
                    }
                }
            }
        }
    }

    @Test
    void containersOfAPodSeeEachOther() throws Exception {
        try (var runtime = open();
                var pod = new OnePod(runtime, SHARED)) {
            var first = pod.start(pod.request("exec sleep 4242", List.of(), DEFAULT));
            var script =
                    "tr '\\0' ' ' < /proc/1/comm; until pkill -f '^sleep 4242'; do sleep 0.1; done";
            assertThat(pod.output(script)).containsExactly("bookend-pod");
            assertThat(pod.end(first)).isEqualTo(Exit.of(143));
        }
        assertThat(directory.resolve("run")).isEmptyDirectory();
    }

    @Test
    void endOfOneContainerLeavesTheOthers() throws Exception {
        try (var runtime = open();
                var pod = new OnePod(runtime, SHARED)) {
            var first = pod.start(pod.request("sleep 300", List.of(), DEFAULT));
            pod.output("setsid sleep 300 & exit 0");
            var others = pod.output("grep -l sleep /proc/[0-9]*/comm | wc -l");
            assertThat(others).containsExactly("1");
            pod.sandbox().signal(first, Signal.KILL);
            assertThat(pod.end(first)).isEqualTo(Exit.of(137));
        }
    }

    @Test
    void hostIpcIsTheMachines() throws Exception {
        var own = Files.readSymbolicLink(Path.of("/proc/self/ns/ipc"));
        assertThat(ipc(HOST_IPC)).isEqualTo("[" + own + "]");
        assertThat(ipc(PodSharing.NONE)).isNotEqualTo("[" + own + "]");
    }

    private String ipc(PodSharing sharing) throws Exception {
        try (var runtime = open();
                var pod = new OnePod(runtime, sharing)) {
            return pod.output("readlink /proc/self/ns/ipc").toString();
        }
    }
}
