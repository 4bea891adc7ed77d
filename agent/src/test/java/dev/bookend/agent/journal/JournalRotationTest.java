package dev.bookend.agent.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.agent.charge.TestPods;
import dev.bookend.lifecycle.engine.Engine;
import dev.bookend.lifecycle.engine.Outstanding.HookRun;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.Timer;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.pod.HookKind;
import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.RuntimeId;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/// A journal that is summed up while its pod restarts and restarts.
class JournalRotationTest {
    private static final ContainerName APP = new ContainerName("app");
    private static final JournalHeader HEADER =
            new JournalHeader("uid-1", "boot-1", "abc", Optional.empty());
    private static final PodPlan PLAN =
            TestPods.charge(
                            TestPods.pod(
                                    RestartPolicy.ALWAYS,
                                    TestPods.container("app", "serve")
                                            .lifecycle(
                                                    TestPods.hooks(
                                                            TestPods.exec("exit 0"),
                                                            Optional.empty()))))
                    .plan();

    @TempDir Path directory;
    private Path path;
    private PodState pod = PodState.unborn(PLAN);
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private long events;

    @BeforeEach
    void begin() throws IOException {
        path = directory.resolve("journal");
        try (var journal = FileJournal.create(path, HEADER)) {
            take(journal, new Event.PodAccepted(now));
        }
    }

    @Test
    void itStaysSmallOverAHundredThousandRestartsAndReplaysToTheSameState() throws Exception {
        try (var journal = reopened(JournalRotation.of(path))) {
            for (var restarts = 0; restarts < 100_000; restarts++) {
                restart(journal);
            }
        }
        assertThat(size()).isLessThan(3 * JournalRotation.MOST_BYTES);
        var life = RecordedLife.read(path).orElseThrow();
        assertThat(life.past().replay(PLAN)).isEqualTo(pod);
        assertThat(life.past().count()).as("no event is forgotten").isEqualTo(events);
        assertThat(pod.life(APP).restarts()).isEqualTo(99_999);
        assertThat(life.header()).isEqualTo(HEADER);
    }

    @Test
    void aCrashAtAnyStepOfItLosesNothing() throws Exception {
        var steps = 0;
        while (diesAt(steps + 1)) {
            steps++;
            var life = RecordedLife.read(path).orElseThrow();
            assertThat(life.past().replay(PLAN)).as("after step %d", steps).isEqualTo(pod);
            assertThat(life.past().count()).isEqualTo(events);
        }
        assertThat(steps).as("steps of a rotation").isGreaterThanOrEqualTo(4);
    }

    @Test
    void whatWasSummedUpIsKeptOnceBesideIt() throws Exception {
        while (!Files.exists(directory.resolve("journal.earlier"))) {
            diesAt(Integer.MAX_VALUE);
        }
        var earlier = RecordedLife.read(directory.resolve("journal.earlier")).orElseThrow();
        var state = RecordedLife.read(path).orElseThrow().from().orElseThrow();
        assertThat(earlier.past().replay(PLAN)).isEqualTo(state.pod());
        assertThat(earlier.past().count()).isEqualTo(state.events());
    }

    /// Shows HOOK-5.
    @Test
    void aHookThatWasBegunIsStillKnown() throws Exception {
        var hook = new HookRun(new Attempt(APP, 1), HookKind.POST_START);
        try (var journal = reopened(new JournalRotation(path, 1, () -> {}))) {
            take(journal, new Event.ContainerStarted(hook.attempt(), new RuntimeId("x"), now));
            take(journal, new Event.HookStarted(hook.attempt(), hook.hook(), now));
            assertThat(past().begunHooks()).containsOnlyKeys(hook);
            take(journal, new Event.AgentRestarted(now));
            assertThat(past().from()).isPresent();
            assertThat(past().begunHooks()).containsOnlyKeys(hook);
        }
    }

    @Test
    void aRebootThatIsNotRecordedYetIsNotLost() throws Exception {
        var life = RecordedLife.read(path).orElseThrow();
        try (var journal =
                FileJournal.reopen(new JournalRotation(path, 1, () -> {}), life, "boot-2")) {
            take(journal, new Event.AgentRestarted(now));
            assertThat(RecordedLife.read(path).orElseThrow().boot()).isEqualTo("boot-1");
            take(journal, new Event.SandboxLost(now));
            assertThat(RecordedLife.read(path).orElseThrow().boot()).isEqualTo("boot-2");
        }
    }

    @Test
    void withoutRoomForAnotherFileTheOldOneGoesOn() throws Exception {
        Files.createDirectory(directory.resolve("journal.new"));
        try (var journal = reopened(new JournalRotation(path, 1, () -> {}))) {
            restart(journal);
        }
        assertThat(past().from()).isEmpty();
        assertThat(past().replay(PLAN)).isEqualTo(pod);
    }

    private boolean diesAt(int step) throws IOException, JournalDamage {
        var left = new int[] {step};
        var mortal =
                new JournalRotation(
                        path,
                        1,
                        () -> {
                            left[0]--;
                            if (left[0] == 0) {
                                throw new Death();
                            }
                        });
        try (var journal = reopened(mortal)) {
            restart(journal);
            return false;
        } catch (Death _) {
            return true;
        }
    }

    private FileJournal reopened(JournalRotation rotation) throws IOException, JournalDamage {
        return FileJournal.reopen(rotation, RecordedLife.read(path).orElseThrow(), "boot-1");
    }

    private PodPast past() throws IOException, JournalDamage {
        return RecordedLife.read(path).orElseThrow().past();
    }

    /// From wherever a life before was cut off to the next backoff.
    private void restart(FileJournal journal) {
        var attempt = new Attempt(APP, pod.life(APP).attempts());
        now = now.plus(Duration.ofSeconds(400));
        take(journal, new Event.TimerFired(Timer.of(Timer.Kind.BACKOFF, APP), now));
        var next = new Attempt(APP, pod.life(APP).attempts());
        take(journal, new Event.ContainerStarted(next, new RuntimeId("x" + attempt), now));
        take(journal, new Event.ContainerExited(next, Exit.of(1), now));
    }

    private void take(FileJournal journal, Event event) {
        var step = Engine.step(PLAN, pod, event);
        pod = step.pod();
        events++;
        journal.append(event, step);
    }

    private long size() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }

    private static final class Death extends RuntimeException {
        private static final long serialVersionUID = 1;
    }
}
