package dev.bookend.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.Signal;
import dev.bookend.runtime.RuntimeFailure.Kind;

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
import java.util.Set;
import java.util.UUID;

/// What every runtime does alike. A runtime's own test extends this.
public abstract class RuntimeContract {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Signal USR1 = new Signal("USR1", 10);

    private RuntimeWorld world;

    /// Opens the runtime, always over the same place within one test.
    protected abstract ContainerRuntime open() throws Exception;

    protected abstract Set<Trait> traits();

    @BeforeEach
    public void openWorld() throws Exception {
        world = new RuntimeWorld(this::open);
    }

    @AfterEach
    public void closeWorld() throws Exception {
        world.close();
    }

    @Test
    public void exitCodeIsTold() throws Exception {
        var attempt = world.start("exit 7");
        assertThat(world.heard().await(attempt)).isEqualTo(Exit.of(7));
        assertThat(world.run(world.request("true"))).isEqualTo(Exit.of(0));
    }

    @Test
    public void startAnswersAgainWithItsFirstStart() throws Exception {
        var attempt = world.prepare(world.request("sleep 300"));
        var first = world.sandbox().start(attempt);
        assertThat(world.sandbox().start(attempt)).isEqualTo(first);
    }

    @Test
    public void outputIsInTheLogInTheCriFormat() throws Exception {
        var attempt = world.start("echo out; echo err >&2; printf open");
        world.heard().await(attempt);
        var stamp = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{9}Z ";
        assertThat(String.join("\n", world.rawLog(attempt)))
                .containsPattern(stamp + "stdout F out")
                .containsPattern(stamp + "stderr F err")
                .containsPattern(stamp + "stdout F open");
    }

    @Test
    public void signalReachesTheProgram() throws Exception {
        var attempt =
                world.startAndWait("trap 'exit 9' TERM; echo up; while :; do sleep 0.02; done");
        world.sandbox().signal(attempt, Signal.TERM);
        assertThat(world.heard().await(attempt)).isEqualTo(Exit.of(9));
    }

    @Test
    public void sameSignalCountsOnce() throws Exception {
        var script =
                "trap 'echo hit' USR1; trap 'exit 0' TERM; echo up; while :; do sleep 0.02; done";
        var attempt = world.startAndWait(script);
        world.sandbox().signal(attempt, USR1);
        world.awaitOutput(attempt, "hit");
        world.restartAgent();
        world.sandbox().listen();
        world.sandbox().signal(attempt, USR1);
        world.sandbox().signal(attempt, Signal.TERM);
        world.heard().await(attempt);
        assertThat(world.output(attempt)).containsOnlyOnce("hit");
    }

    @Test
    public void defaultActionOfSignalEndsTheProgram() throws Exception {
        var attempt = world.startAndWait("echo up; exec sleep 300");
        world.sandbox().signal(attempt, Signal.TERM);
        assertThat(world.heard().await(attempt)).isEqualTo(Exit.of(143));
    }

    @Test
    public void whatIgnoresTermIsKilled() throws Exception {
        var attempt =
                world.startAndWait("trap 'echo no' TERM; echo up; while :; do sleep 0.02; done");
        world.sandbox().signal(attempt, Signal.TERM);
        world.awaitOutput(attempt, "no");
        assertThat(world.heard().heard()).isEmpty();
        world.sandbox().signal(attempt, Signal.KILL);
        assertThat(world.heard().await(attempt)).isEqualTo(Exit.of(137));
    }

    @Test
    public void endedAttemptIsLeftAlone() throws Exception {
        var attempt = world.start("exit 0");
        world.heard().await(attempt);
        world.sandbox().signal(attempt, Signal.TERM);
        world.sandbox().signal(attempt, Signal.KILL);
        assertThat(world.heard().times(attempt)).isEqualTo(1);
    }

    @Test
    public void whatForksAwayEndsWithTheProgram() throws Exception {
        var mark = "8" + UUID.randomUUID().toString().replaceAll("\\D", "").substring(0, 9);
        var attempt =
                world.start("(setsid sleep %s &); setsid sleep %s & exit 4".formatted(mark, mark));
        assertThat(world.heard().await(attempt)).isEqualTo(Exit.of(4));
        Awaitility.await("end of all that forked away")
                .atMost(LIMIT)
                .untilAsserted(() -> assertThat(commandLines()).noneMatch(it -> it.contains(mark)));
    }

    private static List<String> commandLines() {
        return ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .toList();
    }

    @Test
    public void floodStallsNobody() throws Exception {
        var flood =
                world.start("head -c 20000000 /dev/zero | tr '\\0' x | fold -w 999; echo end >&2");
        var other = world.start("exit 3");
        assertThat(world.heard().await(other)).isEqualTo(Exit.of(3));
        assertThat(world.heard().await(flood)).isEqualTo(Exit.of(0));
        assertThat(world.output(flood)).contains("end");
    }

    @Test
    public void missingProgramIsNamed() throws Exception {
        var attempt = world.prepare(world.request(List.of("no-such-program", "x")));
        assertThatExceptionOfType(RuntimeFailure.class)
                .isThrownBy(() -> world.sandbox().start(attempt))
                .withMessageContaining("no-such-program")
                .satisfies(it -> assertThat(it.kind()).isEqualTo(Kind.NO_SUCH_PROGRAM));
    }

    @Test
    public void programWithoutPermissionIsNamed() throws Exception {
        var attempt = world.prepare(world.request(List.of("/etc/passwd")));
        assertThatExceptionOfType(RuntimeFailure.class)
                .isThrownBy(() -> world.sandbox().start(attempt))
                .withMessageContaining("/etc/passwd")
                .satisfies(it -> assertThat(it.kind()).isEqualTo(Kind.NO_PERMISSION));
    }

    @Test
    public void missingWorkingDirectoryIsNamed() throws Exception {
        var plain = world.request("true");
        var attempt = world.prepare(Requests.in(plain, "/no/such/directory"));
        assertThatExceptionOfType(RuntimeFailure.class)
                .isThrownBy(() -> world.sandbox().start(attempt))
                .withMessageContaining("/no/such/directory");
    }

    @Test
    public void unpreparedAttemptIsNotStarted() {
        var unknown = world.request("true").attempt();
        assertThatExceptionOfType(RuntimeFailure.class)
                .isThrownBy(() -> world.sandbox().start(unknown))
                .satisfies(it -> assertThat(it.kind()).isEqualTo(Kind.NOT_PREPARED));
    }

    @Test
    public void programFindsItsEnvironmentAndNothingElse() throws Exception {
        var request = world.request(List.of("env"));
        world.run(request);
        assertThat(world.output(request.attempt()))
                .containsExactlyInAnyOrder("PATH=/usr/local/bin:/usr/bin:/bin", "COLOUR=blue");
    }

    @Test
    public void programStartsInItsWorkingDirectory() throws Exception {
        var request = Requests.in(world.request(List.of("pwd")), "/usr/bin");
        world.run(request);
        assertThat(world.output(request.attempt())).containsExactly("/usr/bin");
    }

    @Test
    public void programFindsDefaultSignalsAndMask() throws Exception {
        var lines = world.outputOf("grep -E 'Sig(Blk|Ign)' /proc/self/status");
        assertThat(lines).allMatch(line -> line.endsWith("0000000000000000")).hasSize(2);
    }

    @Test
    public void hostNameIsThePods() throws Exception {
        assumeTrue(traits().contains(Trait.OWN_HOST_NAME));
        assertThat(world.outputOf("hostname")).containsExactly("web-host");
    }

    @Test
    public void rootStartsFreshAndVolumesStay(@TempDir Path volume) throws Exception {
        assumeTrue(traits().contains(Trait.OWN_FILES));
        var mounts = List.of(new Mount(volume, "/kept/deep", false));
        var script =
                "ls /made /tmp/made /kept/deep/made 2>/dev/null;"
                        + " touch /made /tmp/made /kept/deep/made";
        var first = Requests.with(world.request(script), mounts);
        var second = Requests.with(world.request(script), mounts);
        world.run(first);
        world.run(second);
        assertThat(world.output(first.attempt())).isEmpty();
        assertThat(world.output(second.attempt())).containsExactly("/kept/deep/made");
        assertThat(volume.resolve("made")).exists();
    }

    @Test
    public void failedPreparationIsTriedAgain(@TempDir Path volume) throws Exception {
        assumeTrue(traits().contains(Trait.OWN_FILES));
        var late = volume.resolve("late");
        var request =
                Requests.with(world.request("exit 6"), List.of(new Mount(late, "/kept", false)));
        assertThatExceptionOfType(RuntimeFailure.class)
                .isThrownBy(() -> world.sandbox().prepare(request))
                .withMessageContaining(late.toString());
        Files.createDirectory(late);
        assertThat(world.run(request)).isEqualTo(Exit.of(6));
    }

    @Test
    public void readOnlyMountsAndRootsCannotBeWritten(@TempDir Path volume) throws Exception {
        assumeTrue(traits().contains(Trait.OWN_FILES));
        var script = "touch /kept/x && echo kept; touch /x && echo root; true";
        var request =
                Requests.with(world.request(script), List.of(new Mount(volume, "/kept", true)));
        var strict = Requests.as(request, Requests.READ_ONLY_ROOT);
        world.run(strict);
        assertThat(world.output(strict.attempt())).doesNotContain("kept", "root");
    }

    @Test
    public void programRunsAsItsUser() throws Exception {
        assumeTrue(traits().contains(Trait.OTHER_USERS));
        var script = "id -u; id -g; id -G; grep CapEff /proc/self/status | cut -f2";
        var request = Requests.as(world.request(script), Requests.user(4711, 815));
        world.run(request);
        assertThat(world.output(request.attempt()))
                .containsExactly("4711", "815", "815 77", "0000000000000000");
    }

    @Test
    public void execHasStreamsCodeAndEnvironment() throws Exception {
        var attempt = world.start("sleep 300");
        var command = List.of("sh", "-c", "cat; echo $COLOUR >&2; exit 5");
        try (var exec =
                world.sandbox()
                        .exec(attempt, new ExecRequest("one", command, Optional.empty(), true))) {
            var out = exec.stdout();
            var err = exec.stderr();
            try (var in = exec.stdin()) {
                in.write("hello".getBytes(UTF_8));
            }
            assertThat(new String(out.readAllBytes(), UTF_8)).isEqualTo("hello");
            assertThat(new String(err.readAllBytes(), UTF_8)).isEqualTo("blue\n");
            var result = exec.await(LIMIT).orElseThrow();
            assertThat(result.exitCode()).isEqualTo(5);
            assertThat(result.tail()).contains("hello", "blue");
        }
    }

    @Test
    public void execWithMuchOutputKeepsItsTail() throws Exception {
        var attempt = world.start("sleep 300");
        var result = world.exec(attempt, "much", "yes | head -c 1000000; echo last");
        assertThat(result.exitCode()).isZero();
        assertThat(result.tail()).hasSize(4096).endsWith("y\nlast\n");
    }

    /// It has ended while a megabyte of what it wrote still lies in its pipe.
    @Test
    public void execIsReadToItsEnd() throws Exception {
        var attempt = world.start("sleep 300");
        var script = "fcntl(STDOUT, 1031, 1 << 20) or die; $| = 1; print 'x' x 1000000; kill 9, $$";
        var request = ExecRequest.of("large", List.of("perl", "-MFcntl", "-e", script));
        try (var exec = world.sandbox().exec(attempt, request)) {
            assertThat(exec.stdout().readAllBytes()).hasSize(1_000_000);
            assertThat(exec.await(LIMIT).orElseThrow().exitCode()).isEqualTo(137);
        }
    }

    @Test
    public void execOfAKnownIdIsTakenOver() throws Exception {
        var attempt = world.start("sleep 300");
        var file = "/tmp/" + UUID.randomUUID();
        var script = "echo ran >> " + file + "; echo done; exit 6";
        var first = world.exec(attempt, "hook", script);
        world.restartAgent();
        assertThat(world.exec(attempt, "hook", script)).isEqualTo(first);
        assertThat(first).isEqualTo(new ExecResult(6, "done\n"));
        var runs = world.exec(attempt, "count", "cat " + file + "; rm " + file);
        assertThat(runs.tail()).isEqualTo("ran\n");
    }

    @Test
    public void execThatRunsIsTakenOverByTheNextAgent() throws Exception {
        var attempt = world.start("sleep 300");
        var file = "/tmp/" + UUID.randomUUID();
        var script =
                "echo begun; until [ -e "
                        + file
                        + " ]; do sleep 0.02; done; rm "
                        + file
                        + "; exit 8";
        var request = ExecRequest.of("hook", List.of("sh", "-c", script));
        world.sandbox().exec(attempt, request).close();
        world.restartAgent();
        try (var again = world.sandbox().exec(attempt, request)) {
            world.exec(attempt, "go", "touch " + file);
            assertThat(again.await(LIMIT)).contains(new ExecResult(8, "begun\n"));
        }
    }

    @Test
    public void execIsBoundedAndCancelled() throws Exception {
        var attempt = world.start("sleep 300");
        var request = ExecRequest.of("long", List.of("sh", "-c", "sleep 300 & sleep 300"));
        try (var exec = world.sandbox().exec(attempt, request)) {
            assertThat(exec.await(Duration.ofMillis(1))).isEmpty();
            exec.cancel();
            assertThat(exec.await(LIMIT).orElseThrow().exitCode()).isEqualTo(137);
        }
    }

    @Test
    public void execWithoutProgramIsRefused() throws Exception {
        var attempt = world.start("sleep 300");
        assertThatExceptionOfType(RuntimeFailure.class)
                .isThrownBy(
                        () -> world.sandbox().exec(attempt, ExecRequest.of("x", List.of("nix"))))
                .satisfies(it -> assertThat(it.kind()).isEqualTo(Kind.NO_SUCH_PROGRAM));
    }

    @Test
    public void execInAnEndedContainerIsRefused() throws Exception {
        var attempt = world.start("exit 0");
        world.heard().await(attempt);
        assertThatExceptionOfType(RuntimeFailure.class)
                .isThrownBy(() -> world.exec(attempt, "x", "true"))
                .satisfies(it -> assertThat(it.kind()).isEqualTo(Kind.NOT_RUNNING));
    }
}
