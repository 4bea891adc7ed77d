package dev.bookend.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Builds copies of the project, several times: minutes, not seconds.
@Tag("slow")
class LauncherTest {
    private static final String MAIN = "cli/src/main/java/dev/bookend/cli/Main.java";
    private static final String PLAIN = "main(String[] args) {";
    private static final String EDITED = PLAIN + " System.out.print(\"edited \");";
    private static final List<String> TOOLS =
            List.of(
                    ("cat cp cut env find flock grep head mkdir mv readlink rm sha1sum sha256sum"
                                    + " sort stat tail tee timeout touch xargs")
                            .split(" "));

    private static final String SLEEPER =
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: sleepy}
            spec:
              containers:
              - {name: sleeper, image: none, command: [sleep, "600"]}
            """;

    @TempDir private static Path work;

    private static Checkout built;
    private static List<Shell.Outcome> first;

    /// Two starts at once, as by somebody with two terminals.
    @BeforeAll
    static void buildOnce() throws Exception {
        built = Checkout.at(work.resolve("a path with spaces"));
        var one = Shell.in(work).start(built.launcher().toString(), "version");
        var two = Shell.in(work).start(built.launcher().toString(), "version");
        first = List.of(one.outcome(), two.outcome());
    }

    @Test
    void twoFirstStartsBuildOnce() {
        assertThat(first)
                .allSatisfy(
                        start -> {
                            assertThat(start.exit()).as(start.err()).isZero();
                            assertThat(start.out()).startsWith("bookend 0.");
                        });
        assertThat(first.getFirst().err() + first.getLast().err()).containsOnlyOnce("building");
    }

    @Test
    void theSecondStartDoesNotBuild() throws Exception {
        var again = Shell.in(work).run(built.launcher().toString(), "version");
        assertThat(again.err()).isEmpty();
        assertThat(again.exit()).isZero();
    }

    @Test
    void aQuickStartIsPrepared() throws Exception {
        for (var build : built.builds())
            assertThat(built.root().resolve(".bookend/" + build + "/" + build + ".aot")).exists();
    }

    @Test
    void worksThroughASymbolicLink() throws Exception {
        var link = Files.createSymbolicLink(work.resolve("link"), built.launcher());
        assertThat(Shell.in(Path.of("/")).run(link.toString(), "version").out())
                .startsWith("bookend");
    }

    @Test
    void anEditIsSeenAndUndone() throws Exception {
        var checkout = built.copyWithBuilds(work.resolve("edited"));
        var shell = Shell.in(work);
        var before = shell.run(checkout.launcher().toString(), "version").out();
        checkout.edit(MAIN, PLAIN, EDITED);
        assertThat(shell.run(checkout.launcher().toString(), "version").out()).startsWith("edited");
        checkout.edit(MAIN, EDITED, PLAIN);
        var undone = shell.run(checkout.launcher().toString(), "version");
        assertThat(undone.out()).isEqualTo(before);
        assertThat(undone.err()).as("the first build is still there").isEmpty();
    }

    @Test
    void aMissingJdkIsOneLine() throws Exception {
        var checkout = Checkout.at(work.resolve("no jdk"));
        checkout.edit("bookend", " /usr/", " /nowhere/usr/");
        checkout.edit("bookend", " /opt/", " /nowhere/opt/");
        var outcome =
                Shell.in(work)
                        .withOnly(TOOLS, work.resolve("bin"))
                        .with("HOME", work.toString())
                        .with("JAVA_HOME", "")
                        .run(checkout.launcher().toString(), "version");
        assertThat(outcome.err()).startsWith("bookend: found no JDK 25: install").hasLineCount(1);
        assertThat(outcome.exit()).isEqualTo(3);
    }

    @Test
    void aMissingCompilerIsOneLine() throws Exception {
        var checkout = Checkout.at(work.resolve("no compiler"));
        var outcome =
                Shell.in(work)
                        .withOnly(TOOLS, work.resolve("bin"))
                        .with("CC", "")
                        .run(checkout.launcher().toString(), "version");
        assertThat(outcome.err())
                .startsWith("bookend: found no C compiler: install")
                .hasLineCount(1);
        assertThat(outcome.exit()).isEqualTo(3);
    }

    @Test
    void aCheckoutThatCannotBeWrittenIsBuiltInTheCache() throws Exception {
        var checkout = Checkout.at(work.resolve("unwritable"));
        Files.createFile(checkout.root().resolve(".bookend"));
        var cache = work.resolve("cache");
        var outcome =
                Shell.in(work)
                        .with("XDG_CACHE_HOME", cache.toString())
                        .run(checkout.launcher().toString(), "version");
        assertThat(outcome.out()).startsWith("bookend");
        assertThat(cache.resolve("bookend/stamps")).isNotEmptyDirectory();
    }

    /// Else whoever made it first would decide what others run. Shows SAFE-6.
    @Test
    void aBuildThatOthersCanChangeIsNotRun() throws Exception {
        var checkout = built.copyWithBuilds(work.resolve("foreign"));
        var builds = checkout.root().resolve(".bookend");
        var nowhere = Files.createFile(work.resolve("no directory"));
        Files.setPosixFilePermissions(builds, PosixFilePermissions.fromString("rwxrwxr-x"));
        var outcome =
                Shell.in(work)
                        .with("XDG_CACHE_HOME", nowhere.toString())
                        .run(checkout.launcher().toString(), "version");
        assertThat(outcome.exit()).isEqualTo(3);
        assertThat(outcome.err()).contains("writable for nobody else").hasLineCount(1);
    }

    @Test
    void oldBuildsGoUnlessTheyAreInUse() throws Exception {
        var checkout = built.copyWithBuilds(work.resolve("old"));
        for (var day = 1; day <= 5; day++) oldBuild(checkout, "day" + day, day);
        var user = checkout.root().resolve(".bookend/day1/in-use").toString();
        var ready = work.resolve("ready");
        var holder =
                Shell.in(work)
                        .start("flock", "-s", user, "sh", "-c", "touch ready; exec sleep 600");
        await().until(() -> Files.exists(ready));
        Shell.in(work).run(checkout.launcher().toString(), "version");
        holder.process().descendants().forEach(ProcessHandle::destroy);
        holder.process().destroy();
        assertThat(checkout.builds())
                .contains("day1", "day4", "day5")
                .doesNotContain("day2", "day3");
    }

    /// A shell without job control lets its background jobs ignore SIGINT.
    @Test
    void aBackgroundRunCanBeInterrupted() throws Exception {
        Files.writeString(work.resolve("sleeper.yaml"), SLEEPER);
        var run = "'" + built.launcher() + "' run sleeper.yaml --isolation none --state state";
        var running = Shell.in(work).start("sh", "-c", run + " & echo $! >pid; wait $!");
        await().atMost(Duration.ofMinutes(2))
                .until(() -> Files.readString(running.out()).contains("sleeper Ready"));
        var pid = Files.readString(work.resolve("pid")).strip();
        assertThat(Shell.in(work).run("kill", "-INT", pid).exit()).isZero();
        var outcome = running.outcome();
        assertThat(outcome.out()).contains("sleeper Killing", "PodStopped");
        assertThat(outcome.exit()).isZero();
    }

    private static void oldBuild(Checkout checkout, String name, int day) throws IOException {
        var file = checkout.root().resolve(".bookend").resolve(name).resolve("in-use");
        Files.createDirectories(file.getParent());
        Files.createFile(file);
        Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH.plusSeconds(86_400L * day)));
    }
}
