package dev.bookend.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.cli.RunPlace;
import dev.bookend.cli.syntax.ExitCode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

/// Pods whose records were damaged while no bookend looked.
class DamagedPodsTest {
    @TempDir Path directory;

    /// Shows SAFE-4.
    @Test
    void aPodWithADamagedJournalIsLeftAloneByRunAndEndedInOrderByDelete() throws Exception {
        var place = RunPlace.in(directory);
        try (var first = place.run(RunPlace.WEB)) {
            first.awaitLine("app", "| up").crash();
        }
        var journal = place.journal("web");
        Files.writeString(journal, Files.readString(journal).replace("started proxy", "started p"));
        try (var run = place.run(RunPlace.WEB)) {
            assertThat(run.await()).as(run::toString).isEqualTo(ExitCode.UNABLE.number());
            assertThat(run.toString()).contains("damaged", "bookend delete web");
        }
        try (var delete = place.delete("web")) {
            assertThat(delete.await()).as(delete::toString).isZero();
            assertThat(delete.toString())
                    .contains("is lost", "journal.damaged")
                    .containsSubsequence("app Exited", "proxy Killing", "proxy Exited");
        }
        try (var again = place.run(RunPlace.WEB)) {
            again.awaitLine("app", "| up").signal("TERM");
            assertThat(again.await()).as("a new life begins").isZero();
        }
    }
}
