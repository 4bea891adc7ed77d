package dev.bookend.agent.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.agent.life.Mortal.Moment;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// An agent whose JVM halts at any record of a request kills no container twice and forgets none:
/// the containers write down themselves what happened to them. Shows CRR-10.
class ProcessRecreateTest {
    @TempDir Path directory;

    @Test
    void aRequestIsCarriedOnAfterAKillInItsMiddle() throws Exception {
        for (var record : List.of(18, 21)) {
            dies(record % 2 == 0 ? Moment.RECORDED : Moment.ACTED, record);
        }
    }

    @Test
    @Tag("slow")
    void aRequestIsCarriedOnAfterAKillAtAnyRecord() throws Exception {
        var record = 1;
        while (dies(record % 2 == 0 ? Moment.RECORDED : Moment.ACTED, record)) {
            record++;
        }
        assertThat(record).as("records of an undisturbed life").isGreaterThan(22);
    }

    /// False if the life was over before the agent could die.
    private boolean dies(Moment moment, int record) throws Exception {
        var place = Files.createDirectories(directory.resolve(moment + "-" + record));
        var history = Files.createFile(place.resolve("history"));
        Files.writeString(place.resolve("pod.yaml"), ProcessCrashTest.manifest(history));
        var first = ProcessCrashTest.agent(place, moment, record, "app");
        var died = first == MortalAgent.DIED && !ProcessCrashTest.isClosed(place);
        if (died) {
            assertThat(ProcessCrashTest.agent(place, moment, 0, "app"))
                    .as("the agent after record %d", record)
                    .isZero();
        }
        assertHistory(Files.readAllLines(history), "%s at record %d".formatted(moment, record));
        return died;
    }

    private static void assertHistory(List<String> history, String when) {
        assertThat(history)
                .as(when)
                .containsSubsequence(
                        "start proxy", "start app", "term app", "start app", "term app")
                .containsSubsequence("start app", "preStop app", "term app", "preStop proxy");
        for (var twice : List.of("start app", "preStop app", "term app", "postStart app")) {
            assertThat(history.stream().filter(twice::equals)).as(when).hasSize(2);
        }
        for (var once : List.of("start proxy", "preStop proxy", "term proxy")) {
            assertThat(history.stream().filter(once::equals)).as(when).hasSize(1);
        }
    }
}
