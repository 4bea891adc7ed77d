package dev.bookend.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.cli.AgentRun;
import dev.bookend.cli.RunPlace;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/// Somebody stops the shims of an agent's pod: the pod ends all the same, under this agent and
/// under the next one. Shows SAFE-4.
@Tag("slow")
class StoppedShimsTest {
    private static final Pattern SHIM = Pattern.compile("\nshim=(\\d+)\n");
    private static final String GRACE = "terminationGracePeriodSeconds: 4";
    private static final Duration SOON = Duration.ofSeconds(60);

    /// Unanswered, a signal alone was once tried for longer.
    private static final Duration GRACE_AND_MORE = Duration.ofSeconds(60);

    @TempDir Path directory;

    @Test
    void thePodEndsWhenItsGraceIsOver() throws Exception {
        try (var agent = agentWithPod()) {
            var shims = stopShims(agent);
            assertEnds(agent, shims);
        }
    }

    @Test
    void theNextAgentServesAtOnceAndEndsThePod() throws Exception {
        try (var agent = agentWithPod()) {
            var shims = stopShims(agent);
            agent.crash();
            agent.awaitOutput("web", "get", "pods");
            assertThat(agent.bookend("get", "pods").out()).contains("Running");
            assertThat(shims).allMatch(ProcessHandle::isAlive);
            assertEnds(agent, shims);
        }
    }

    private AgentRun agentWithPod() throws IOException, InterruptedException {
        var agent = AgentRun.start(directory, "--isolation", "none");
        var pod = RunPlace.WEB.replace("terminationGracePeriodSeconds: 20", GRACE);
        agent.bookend("apply", "-f", agent.write("pod.yaml", pod).toString()).well();
        agent.awaitOutput("2/2", "get", "pods");
        return agent;
    }

    private static void assertEnds(AgentRun agent, List<ProcessHandle> shims) throws Exception {
        var began = System.nanoTime();
        agent.bookend("delete", "web").well();
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(GRACE_AND_MORE);
        Awaitility.await().atMost(SOON).until(() -> shims.stream().noneMatch(StoppedShimsTest::is));
    }

    private static boolean is(ProcessHandle process) {
        return stateOf(process).matches("[^Z]");
    }

    private static List<ProcessHandle> stopShims(AgentRun agent) throws Exception {
        var shims = shims(agent.state());
        assertThat(shims).hasSize(2);
        for (var shim : shims) {
            new ProcessBuilder("kill", "-s", "STOP", String.valueOf(shim.pid())).start().waitFor();
            Awaitility.await().atMost(SOON).until(() -> stateOf(shim).equals("T"));
        }
        return shims;
    }

    private static String stateOf(ProcessHandle process) {
        try {
            var text = Files.readString(Path.of("/proc/%d/stat".formatted(process.pid())));
            return text.replaceFirst("(?s).*\\) (.) .*", "$1");
        } catch (IOException _) {
            return "";
        }
    }

    private static List<ProcessHandle> shims(Path state) throws IOException {
        try (var files = Files.walk(state.resolve("runtime"))) {
            return files.filter(file -> file.endsWith("record"))
                    .map(StoppedShimsTest::shim)
                    .toList();
        }
    }

    private static ProcessHandle shim(Path record) {
        try {
            var pid = SHIM.matcher(Files.readString(record));
            assertThat(pid.find()).isTrue();
            return ProcessHandle.of(Long.parseLong(pid.group(1))).orElseThrow();
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }
}
