package dev.bookend.agent.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bookend.agent.charge.TestPods;
import dev.bookend.lifecycle.engine.Engine;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.RuntimeId;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

public class FileJournalTest {
    private static final Instant T0 = Instant.parse("2026-01-01T00:00:00.000000001Z");
    private static final Attempt APP = new Attempt(new ContainerName("app"), 1);
    private static final List<Event> LIFE =
            List.of(
                    new Event.PodAccepted(T0),
                    new Event.ContainerStarted(APP, new RuntimeId("x"), T0.plusNanos(5)),
                    new Event.StopRequested(Optional.of(Duration.ofSeconds(3)), T0.plusSeconds(1)));
    private static final JournalHeader HEADER =
            new JournalHeader("uid-1", "boot-1", "abc", Optional.of(Duration.ofSeconds(9)));

    @TempDir Path directory;
    private Path file;

    @BeforeEach
    void place() {
        file = directory.resolve("journal");
    }

    @Test
    void whatWasWrittenIsReadAgain() throws Exception {
        write(LIFE);
        var life = RecordedLife.read(file).orElseThrow();
        assertThat(life.header()).isEqualTo(HEADER);
        assertThat(life.events()).isEqualTo(LIFE);
        assertThat(life.closed()).isFalse();
    }

    @Test
    void actionsStandBesideTheirEventForTheReader() throws Exception {
        write(LIFE);
        assertThat(lines()).anyMatch(line -> line.endsWith("accepted\tstart app#1 FIRST_IN_ORDER"));
    }

    @Test
    void anyTornTailIsCutOff() throws Exception {
        write(LIFE);
        var whole = textOf(file);
        for (var length = whole.length() - 1; length > 0; length--) {
            Files.writeString(file, whole.substring(0, length));
            var left = whole.substring(0, length).lines().count();
            var life = RecordedLife.read(file);
            var events = life.map(RecordedLife::events).orElse(List.of());
            assertThat(events).as("cut at %d", length).isEqualTo(LIFE.subList(0, events.size()));
            assertThat((long) events.size()).isBetween(Math.max(0, left - 2), left);
        }
    }

    @Test
    void aReopenedJournalGoesOnBehindItsLastGoodRecord() throws Exception {
        write(LIFE.subList(0, 2));
        var torn = textOf(file) + "0badc0de 2026-";
        Files.writeString(file, torn);
        var life = RecordedLife.read(file).orElseThrow();
        try (var journal = FileJournal.reopen(file, life, "boot-1")) {
            append(journal, LIFE.subList(0, 2), LIFE.getLast());
        }
        assertThat(RecordedLife.read(file).orElseThrow().events()).isEqualTo(LIFE);
    }

    @Test
    void damageInTheMiddleIsReportedWithItsLine() throws Exception {
        write(LIFE);
        Files.writeString(file, textOf(file).replace("accepted", "excepted"));
        assertThatThrownBy(() -> RecordedLife.read(file))
                .isInstanceOf(JournalDamage.class)
                .hasMessageContaining("line 2 of the journal " + file)
                .hasMessageContaining("checksum");
    }

    @Test
    void aNewerFormatIsRefused() throws Exception {
        Files.write(file, JournalLine.of("bookend-journal 3 uid=x boot=y manifest=z"));
        assertThatThrownBy(() -> RecordedLife.read(file))
                .isInstanceOf(JournalDamage.class)
                .hasMessageContaining("version 3");
    }

    @Test
    void aRebootIsRememberedWithTheLossOfTheSandbox() throws Exception {
        write(LIFE.subList(0, 2));
        var life = RecordedLife.read(file).orElseThrow();
        var lost = new Event.SandboxLost(T0.plusSeconds(9));
        try (var journal = FileJournal.reopen(file, life, "boot-2")) {
            append(journal, LIFE.subList(0, 2), lost);
        }
        var after = RecordedLife.read(file).orElseThrow();
        assertThat(after.boot()).isEqualTo("boot-2");
        assertThat(after.events()).last().isEqualTo(lost);
    }

    @Test
    void aFinishedLifeIsClosedAndHasNoReserve() throws Exception {
        var end = new Event.ContainerExited(APP, Exit.of(0), T0.plusSeconds(2));
        try (var journal = FileJournal.create(file, HEADER)) {
            replay(journal, LIFE);
            append(journal, LIFE, end);
        }
        assertThat(RecordedLife.read(file).orElseThrow().closed()).isTrue();
        assertThat(Files.size(file)).isEqualTo(textOf(file).length());
    }

    @Test
    void theReserveKeepsRoomWhileTheLifeGoesOn() throws Exception {
        try (var journal = FileJournal.create(file, HEADER)) {
            replay(journal, LIFE);
            assertThat(journal.isLow()).isFalse();
            assertThat(Files.size(file) - textOf(file).length()).isGreaterThan(32 * 1024);
        }
    }

    @Test
    void aFullDiskIsLowAndRecordsWaitInMemory() throws Exception {
        Files.createSymbolicLink(file, Path.of("/dev/full"));
        assertThat(Files.isWritable(file)).isTrue();
        var life = RecordedLife.begun(HEADER);
        try (var journal = FileJournal.reopen(file, life, "boot-1")) {
            append(journal, List.of(), LIFE.getFirst());
            assertThat(journal.isLow()).isTrue();
        }
    }

    private void write(List<Event> events) throws IOException {
        try (var journal = FileJournal.create(file, HEADER)) {
            replay(journal, events);
        }
        Files.writeString(file, textOf(file), StandardOpenOption.TRUNCATE_EXISTING);
    }

    private static void replay(FileJournal journal, List<Event> events) {
        for (var i = 0; i < events.size(); i++) {
            append(journal, events.subList(0, i), events.get(i));
        }
    }

    private static void append(FileJournal journal, List<Event> before, Event event) {
        var plan =
                TestPods.charge(
                                TestPods.pod(
                                        RestartPolicy.ALWAYS, TestPods.container("app", "serve")))
                        .plan();
        var pod = PodState.unborn(plan);
        for (var each : before) {
            pod = Engine.step(plan, pod, each).pod();
        }
        journal.append(event, Engine.step(plan, pod, event));
    }

    private List<String> lines() throws IOException {
        return textOf(file).lines().toList();
    }

    private static String textOf(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.UTF_8).replace("\0", "");
    }
}
