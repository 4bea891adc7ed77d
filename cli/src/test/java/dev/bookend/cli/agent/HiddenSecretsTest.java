package dev.bookend.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bookend.cli.AgentRun;
import dev.bookend.cli.ChildRun;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Containers of every kind look for what is the agent's own, and another agent's on the same
/// machine, in the real directories and wherever mounts and processes of the machine show them.
@Tag("slow")
class HiddenSecretsTest {
    private Path directory;
    private final List<ChildRun> helpers = new ArrayList<>();

    /// Not below `/tmp`, which is another one for a container anyhow.
    @BeforeEach
    void needsRoot() throws Exception {
        var isRoot = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        assumeTrue(isRoot, "needs root, who can mount what containers must not see");
        directory = Files.createTempDirectory(Path.of("/var/tmp"), "bookend-secrets");
    }

    @AfterEach
    void removeAll() throws Exception {
        for (var each : helpers) each.close();
        if (directory != null) shell("rm -rf '%s'".formatted(directory));
    }

    private static ChildRun shell(String script) throws Exception {
        var run = ChildRun.of(new ProcessBuilder("sh", "-c", script));
        run.await();
        return run;
    }

    /// Each shows the state, or a part of it, once more: beside it, nested, and as an overlay.
    private void mountEverywhere(AgentRun agent) throws Exception {
        var script =
                """
                set -e
                mount --make-rprivate /
                mkdir -p D/again D/part D/nested/a D/merged D/up D/work
                : > D/file
                mount --bind D/state D/again
                mount --bind D/state/api D/part
                mount --bind D/state/api/token D/file
                mount --bind D D/nested/a
                mount --bind /var/tmp /mnt
                mount -t overlay -o lowerdir=D/state,upperdir=D/up,workdir=D/work none D/merged
                """
                        .replace("D/", directory + "/")
                        .replace("--bind D ", "--bind " + directory + " ");
        var within = "nsenter -t %d -m sh -c '%s'".formatted(agent.agent().pid(), script);
        var done = shell(within);
        assertThat(done.err()).as(done::toString).isEmpty();
    }

    /// Processes of the machine that have no more rights than a container.
    private void startWeakProcesses() throws Exception {
        for (var user : List.of("0", "65534")) {
            helpers.add(
                    ChildRun.of(
                            new ProcessBuilder(
                                    "setpriv",
                                    "--reuid=" + user,
                                    "--regid=" + user,
                                    "--clear-groups",
                                    "--bounding-set=-all",
                                    "--inh-caps=-all",
                                    "sleep",
                                    "600")));
        }
    }

    /// Shows SAFE-1.
    @Test
    void containersOfEveryKindFindNothing() throws Exception {
        startWeakProcesses();
        var search = SecretSearch.below(directory);
        var apart = List.of("unshare", "--mount", "--propagation", "private");
        var second = Files.createDirectory(directory.resolve("second"));
        try (var agent = AgentRun.startOn(apart, directory);
                var other = AgentRun.start(second)) {
            search.plant(agent, "one");
            search.plant(other, "other");
            var script = search.write();
            mountEverywhere(agent);
            assertFoundOnTheMachine(agent, script, search.words().keySet());
            var pods = new ArrayList<>(search.pods());
            pods.add(search.pod("user", "securityContext: {runAsUser: 1234},", "/"));
            var file = agent.write("pods.yaml", String.join("---\n", pods));
            agent.bookend("apply", "-f", file.toString()).well();
            var logs = "cat state/runtime/pods/*/logs/app/1.log | cut -d' ' -f4- | grep -v '^up$'";
            Awaitility.await()
                    .atMost(Duration.ofMinutes(3))
                    .until(() -> count(agent.sh(logs).out()) >= pods.size());
            assertThat(agent.sh(logs).out().lines()).containsOnly("searched");
        }
    }

    private static void assertFoundOnTheMachine(AgentRun agent, Path script, Set<String> words)
            throws Exception {
        var pid = agent.agent().pid();
        var found = shell("nsenter -t %d -m sh %s near".formatted(pid, script)).out();
        for (var word : words) {
            assertThat(found)
                    .as("on the machine they are found, or this test would tell nothing")
                    .anySatisfy(it -> assertThat(it).startsWith("found " + word));
        }
    }

    private static long count(String said) {
        return said.lines().filter("searched"::equals).count();
    }
}
