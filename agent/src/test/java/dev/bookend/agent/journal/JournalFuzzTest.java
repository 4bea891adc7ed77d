package dev.bookend.agent.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.agent.charge.TestPods;
import dev.bookend.lifecycle.engine.Engine;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.ProbeVerdict;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.pod.ProbeKind;
import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.RuntimeId;
import dev.bookend.manifest.read.FuzzTime;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.SplittableRandom;

/// Journals with flipped and cut bytes: each is damaged and says so, or is a part of the truth.
class JournalFuzzTest {
    private static final PodPlan PLAN =
            TestPods.charge(TestPods.pod(RestartPolicy.ALWAYS, TestPods.container("app", "serve")))
                    .plan();
    private static final Attempt APP = new Attempt(new ContainerName("app"), 1);

    @TempDir Path directory;
    private Path file;
    private byte[] whole = {};
    private RecordedLife truth =
            RecordedLife.begun(new JournalHeader("", "", "", Optional.empty()));

    @BeforeEach
    void write() throws Exception {
        file = directory.resolve("journal");
        var at = Instant.parse("2026-01-01T00:00:00Z");
        var header = new JournalHeader("uid", "boot", "abc", Optional.of(Duration.ofSeconds(3)));
        FileJournal.create(file, header).close();
        var begun = RecordedLife.read(file).orElseThrow();
        var pod = PodState.unborn(PLAN);
        try (var journal =
                FileJournal.reopen(new JournalRotation(file, 200, () -> {}), begun, "boot")) {
            for (var event :
                    new Event[] {
                        new Event.PodAccepted(at),
                        new Event.ContainerCreated(APP, at.plusMillis(1)),
                        new Event.ContainerStarted(APP, new RuntimeId("x"), at.plusMillis(2)),
                        new Event.AgentRestarted(at.plusMillis(3)),
                        new Event.ProbeReported(
                                APP, ProbeKind.READINESS, ProbeVerdict.FAILED, "no\n\"", at),
                        new Event.StopRequested(Optional.of(Duration.ofSeconds(1)), at),
                        new Event.SandboxLost(at.plusSeconds(1)),
                        new Event.ContainerExited(APP, Exit.of(0), at.plusSeconds(2))
                    }) {
                var step = Engine.step(PLAN, pod, event);
                pod = step.pod();
                journal.append(event, step);
            }
        }
        truth = RecordedLife.read(file).orElseThrow();
        whole = Files.readAllBytes(file);
        whole = Arrays.copyOf(whole, (int) truth.end() + 40);
        assertThat(truth.from()).as("a journal that was summed up").isPresent();
    }

    @Test
    void noChangeOfBytesInventsAnEvent() throws IOException {
        flip(new FuzzTime(2_000, Duration.ofSeconds(1)), 1);
    }

    @Test
    @Tag("slow")
    void noChangeOfBytesInventsAnEventForLong() throws IOException {
        flip(new FuzzTime(0, Duration.ofSeconds(30)), System.nanoTime());
    }

    @Test
    void wordsThatAreNoneAreDamageAlsoWithTheRightChecksum() throws IOException {
        var time = new FuzzTime(2_000, Duration.ofSeconds(1));
        for (var round = time.next(); round >= 0; round = time.next()) {
            var random = new SplittableRandom(round);
            var text = new StringBuilder();
            new String(whole, 0, (int) truth.end(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> reworded(line.substring(9), random))
                    .forEach(text::append);
            readable(text.toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    private void flip(FuzzTime time, long seed) throws IOException {
        for (var round = time.next(); round >= 0; round = time.next()) {
            var random = new SplittableRandom(seed + round);
            var bytes = whole.clone();
            for (var left = 1 + random.nextInt(3); left > 0; left--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            var cut = random.nextInt(3) == 0 ? random.nextInt(bytes.length) : bytes.length;
            readable(Arrays.copyOf(bytes, cut))
                    .ifPresent(life -> assertTrue(life, seed, Arrays.copyOf(bytes, cut)));
        }
    }

    private void assertTrue(RecordedLife life, long seed, byte[] bytes) {
        var why = "seed %d: %s".formatted(seed, Base64.getEncoder().encodeToString(bytes));
        assertThat(life.header()).as(why).isEqualTo(truth.header());
        if (life.from().isPresent()) {
            assertThat(life.from().get().pod()).as(why).isEqualTo(truth.from().orElseThrow().pod());
        } else {
            assertThat(life.events()).as(why).isEmpty();
        }
        assertThat(life.events())
                .as(why)
                .isEqualTo(truth.events().subList(0, life.events().size()));
    }

    private Optional<RecordedLife> readable(byte[] bytes) throws IOException {
        Files.write(file, bytes);
        try {
            return RecordedLife.read(file);
        } catch (JournalDamage damage) {
            assertThat(damage.getMessage()).contains("is damaged: ");
            return Optional.empty();
        } catch (RuntimeException bug) {
            throw new AssertionError(Base64.getEncoder().encodeToString(bytes), bug);
        }
    }

    private static String reworded(String text, SplittableRandom random) {
        var words = text.split(" ", -1);
        if (random.nextInt(4) == 0) {
            var odd =
                    new String[] {"", "-1", "\t", "\"", "\\", "99999999999", "#", "app#", "state"};
            words[random.nextInt(words.length)] = odd[random.nextInt(odd.length)];
        }
        return new String(JournalLine.of(String.join(" ", words)), StandardCharsets.UTF_8);
    }
}
