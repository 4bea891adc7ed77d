package dev.bookend.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bookend.cli.AgentRun;
import dev.bookend.cli.ChildRun;
import dev.bookend.cli.RunPlace;
import dev.bookend.cli.syntax.ExitCode;
import dev.bookend.runtime.SmallDisk;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A state directory that can no longer be written, as when a disk has failed: what runs can still
/// be ended in order, and everything else says why it cannot be done and what to do.
class ReadOnlyStateTest {
    private static final String READ_ONLY = "Read-only file system";

    @TempDir Path directory;

    /// What was opened before stays writable, as the kernel has it; a full disk shows the rest.
    private record Frozen(Path state) implements AutoCloseable {
        static Frozen of(Path state) throws Exception {
            var place = state.toString();
            assertThat(SmallDisk.call("mount", "--bind", "-o", "ro", place, place)).isZero();
            return new Frozen(state);
        }

        @Override
        public void close() throws IOException {
            new ProcessBuilder("umount", "-l", state.toString()).start().onExit().join();
        }
    }

    private static void assumeRoot() throws IOException {
        assumeTrue(Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "needs root");
    }

    @Test
    void aFurtherStartIsRefusedWithTheReasonAndThePodEndsInOrder() throws Exception {
        assumeRoot();
        var place = RunPlace.in(directory);
        var end = directory.resolve("end");
        var app = "\"while [ ! -e %s ]; do sleep 0.05; done; exit 7\"".formatted(end);
        var pod = RunPlace.WEB.replaceFirst("(name: app, command: \\[sh, -c, )\".*\"", "$1" + app);
        try (var run = place.run(pod, "--isolation", "none", "-o", "json")) {
            run.awaitLine("\"app\"", "\"Ready\"");
            try (var _ = Frozen.of(place.state())) {
                Files.createFile(end);
                run.awaitLine("\"app\"", "\"exitCode\":7");
                run.awaitLine("\"app\"", "\"Failed\"", READ_ONLY).signal("TERM");
                assertThat(run.await()).as(run::toString).isZero();
            }
            assertThat(RunPlace.words(run))
                    .containsSubsequence("Failed app", "Killing proxy", "Exited proxy")
                    .last()
                    .isEqualTo("PodStopped");
            assertThat(run.err()).as("no fault of ours").noneMatch(it -> it.contains("Exception"));
        }
    }

    @Test
    void deleteNamesTheProcessThatCanStillEndThePod() throws Exception {
        assumeRoot();
        var place = RunPlace.in(directory);
        try (var run = place.run(RunPlace.WEB, "--isolation", "none")) {
            run.awaitLine("app", "| up");
            try (var _ = Frozen.of(place.state());
                    var delete = place.delete("web", "--isolation", "none")) {
                assertThat(delete.await()).isEqualTo(ExitCode.UNABLE.number());
                assertThat(delete.err())
                        .singleElement()
                        .asString()
                        .contains(READ_ONLY, "process %1$d runs it".formatted(run.pid()))
                        .endsWith("kill " + run.pid());
                assertThat(run.signal("TERM").await()).as(run::toString).isZero();
            }
        }
    }

    @Test
    void nothingNewIsBegunAndAnOrphanWaitsForTheDisk() throws Exception {
        assumeRoot();
        var place = RunPlace.in(directory);
        try (var run = place.run(RunPlace.WEB, "--isolation", "none")) {
            run.awaitLine("app", "| up").crash();
        }
        try (var _ = Frozen.of(place.state())) {
            for (var verb : new String[] {"run", "agent", "delete"}) {
                assertUnable(verb, place.state());
            }
        }
        try (var delete = place.delete("web", "--isolation", "none")) {
            assertThat(delete.await()).as(delete::toString).isZero();
        }
    }

    private void assertUnable(String verb, Path state) throws Exception {
        var what =
                switch (verb) {
                    case "run" -> new String[] {directory.resolve("pod.yaml").toString()};
                    case "delete" -> new String[] {"web"};
                    default -> new String[0];
                };
        try (var run = ChildRun.start(state, verb, what)) {
            assertThat(run.await()).as(run::toString).isEqualTo(ExitCode.UNABLE.number());
            assertThat(run.err())
                    .singleElement()
                    .asString()
                    .startsWith("bookend %s: ".formatted(verb))
                    .contains(state.toString(), READ_ONLY, "; ");
        }
    }

    /// Shows EXIT-1.
    @Test
    @Tag("slow")
    void theAgentStillAnswersAndEndsItsPodsInOrder() throws Exception {
        assumeRoot();
        try (var agent = AgentRun.start(directory, "--isolation", "none")) {
            agent.write("pod.yaml", RunPlace.WEB);
            agent.bookend("apply", "-f", directory.resolve("pod.yaml").toString()).well();
            agent.awaitOutput("2/2", "get", "pods");
            agent.write("other.yaml", RunPlace.WEB.replace("name: web", "name: other"));
            try (var _ = Frozen.of(agent.state())) {
                var other = directory.resolve("other.yaml").toString();
                agent.bookend("apply", "-f", other).well();
                agent.awaitOutput(READ_ONLY, "get", "events");
                agent.bookend("delete", "web").well();
                assertThat(agent.bookend("get", "events").well().out())
                        .containsSubsequence("Exited", "Killing", "Exited");
                agent.bookend("delete", "other").well();
            }
        }
    }
}
