package dev.bookend.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bookend.cli.ChildRun;
import dev.bookend.cli.RunPlace;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// The machine fails under pods that run: each fault is said, and the pods still end in order.
class FaultsTest {
    private static final Path PIDS = Path.of("/sys/fs/cgroup/pids");

    @TempDir Path directory;

    /// Shows LAUNCH-4.
    @Test
    void aRebootIsALostSandboxAndThePodStartsAnewInOrder() throws Exception {
        assumeRoot();
        var place = RunPlace.in(directory);
        var file = Files.writeString(directory.resolve("pod.yaml"), RunPlace.WEB).toString();
        var inner =
                ChildRun.command(place.state(), "run", file, "--isolation", "none", "-o", "json");
        var machine = List.of("unshare", "--pid", "--fork", "--kill-child", "--mount-proc");
        try (var run = ChildRun.startBelow(machine, inner)) {
            run.awaitLine("\"app\"", "\"Ready\"").crash();
        }
        var boot = Files.writeString(directory.resolve("boot"), "another-boot\n");
        var rebooted =
                List.of(
                        "unshare",
                        "--mount",
                        "sh",
                        "-c",
                        "mount --bind %s /proc/sys/kernel/random/boot_id && exec \"$@\""
                                .formatted(boot),
                        "sh");
        try (var run = ChildRun.startBelow(rebooted, inner)) {
            run.awaitLine("\"app\"", "\"Ready\"").signal("TERM");
            assertThat(run.await()).as(run::toString).isZero();
            assertThat(RunPlace.words(run))
                    .containsSubsequence(
                            "SandboxChanged",
                            "Started proxy",
                            "Ready proxy",
                            "Started app",
                            "Killing app",
                            "Exited app",
                            "Killing proxy",
                            "Exited proxy",
                            "PodStopped");
        }
    }

    /// Shows LAUNCH-6.
    @Test
    void aKilledShimIsSaidAndItsContainerStartedAgain() throws Exception {
        var place = RunPlace.in(directory);
        var pid = directory.resolve("pid");
        var pod = RunPlace.WEB.replaceFirst("echo up;", "echo \\$PPID > " + pid + "; echo up;");
        try (var run = place.run(pod, "--isolation", "none", "-o", "json")) {
            run.awaitLine("\"app\"", "\"Ready\"");
            Awaitility.await().until(() -> Files.exists(pid) && Files.size(pid) > 1);
            shimAbove(Long.parseLong(Files.readString(pid).strip())).destroyForcibly();
            run.awaitLine("\"app\"", "\"exitCode\":137", "ShimLost");
            run.awaitLine("\"app\"", "\"Created\"").signal("TERM");
            assertThat(run.await()).as(run::toString).isZero();
            assertThat(RunPlace.words(run)).containsSubsequence("Exited app", "Killing proxy");
        }
    }

    private static ProcessHandle shimAbove(long pid) {
        var parent = ProcessHandle.of(pid).orElseThrow();
        while (parent.parent().filter(it -> it.pid() > 1 && isShim(it)).isPresent()) {
            parent = parent.parent().orElseThrow();
        }
        return parent;
    }

    private static boolean isShim(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc/%d/cmdline".formatted(process.pid())))
                    .contains("shim");
        } catch (IOException _) {
            return false;
        }
    }

    @Test
    void withoutProcessIdsStartsFailAndStopsGoOn() throws Exception {
        assumeRoot();
        assumeTrue(Files.isWritable(PIDS), "needs the pids controller");
        var group =
                Files.createDirectory(
                        PIDS.resolve("bookend-test-" + ProcessHandle.current().pid()));
        var outer =
                List.of(
                        "sh",
                        "-c",
                        "echo $$ > %s/cgroup.procs && exec \"$@\"".formatted(group),
                        "sh");
        try (var run = ChildRun.startBelow(outer, quiet())) {
            run.awaitLine("\"app\"", "\"Ready\"");
            Files.writeString(group.resolve("pids.max"), "1");
            ProcessHandle.of(pid()).orElseThrow().destroyForcibly();
            run.awaitLine("\"app\"", "\"exitCode\":137");
            run.awaitLine("\"app\"", "\"Failed\"", "container app: ");
            try (var delete = RunPlace.in(directory).delete("web")) {
                assertThat(delete.await()).as(run + "\n" + delete).isZero();
            }
            assertThat(run.await()).as(run::toString).isZero();
            assertThat(run.toString())
                    .contains("no further process can be made")
                    .containsSubsequence(
                            "\"Failed\"", "\"proxy\",\"type\":\"Normal\",\"reason\":\"Exited\"");
        } finally {
            Files.writeString(group.resolve("pids.max"), "max");
            leave(group);
        }
    }

    private static void leave(Path group) throws IOException {
        for (var pid : Files.readAllLines(group.resolve("cgroup.procs"))) {
            ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly);
        }
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> Files.readString(group.resolve("cgroup.procs")).isEmpty());
        Files.delete(group);
    }

    /// Containers that need no further process, and an app that says which one it is.
    private List<String> quiet() throws IOException {
        var pid = directory.resolve("pid");
        var pod =
                RunPlace.WEB
                        .replaceFirst(
                                "echo up; .*?done\"",
                                "read me rest < /proc/self/stat; echo \\$me > "
                                        + pid
                                        + "; exec sleep 1000\"")
                        .replaceFirst("echo up; .*?done\"", "exec sleep 1000\"");
        var file = Files.writeString(directory.resolve("pod.yaml"), pod).toString();
        return ChildRun.command(
                directory.resolve("state"), "run", file, "--isolation", "none", "-o", "json");
    }

    private long pid() throws IOException {
        return Long.parseLong(Files.readString(directory.resolve("pid")).strip());
    }

    private static void assumeRoot() throws IOException {
        assumeTrue(Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "needs root");
    }
}
