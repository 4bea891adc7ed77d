package dev.bookend.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.cli.AgentRun;
import dev.bookend.cli.ChildRun;
import dev.bookend.cli.RunPlace;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The agent as a process among others: who else is there, and what it may have of the machine.
@Tag("slow")
class AgentProcessTest {
    private static final String DEAF =
            RunPlace.WEB.replaceFirst(
                    "name: app, command: .*",
                    "name: app, command: [sh, -c, \"trap '' TERM; while :; do sleep 0.1; done\"]}");

    @TempDir Path directory;

    private AgentRun agentWith(String pod) throws IOException, InterruptedException {
        var agent = AgentRun.start(directory, "--isolation", "none");
        agent.write("pod.yaml", pod);
        agent.bookend("apply", "-f", directory.resolve("pod.yaml").toString()).well();
        agent.awaitOutput("2/2", "get", "pods");
        return agent;
    }

    private static ChildRun agentBelow(Path state, String limits, String... java)
            throws IOException {
        var inner = new ArrayList<>(ChildRun.command(state, "agent", "--isolation", "none"));
        inner.addAll(inner.indexOf("-cp"), List.of(java));
        return ChildRun.startBelow(List.of("sh", "-c", limits + "; exec \"$@\"", "sh"), inner);
    }

    @Test
    void aSecondAgentSaysWhichProcessServes() throws Exception {
        try (var agent = AgentRun.start(directory, "--isolation", "none")) {
            var second = agent.bookend("agent", "--isolation", "none");
            assertThat(second.code()).isEqualTo(2);
            assertThat(second.err())
                    .contains(
                            "process %d serves the state directory".formatted(agent.agent().pid()));
        }
    }

    @Test
    void aRunBesideTheAgentHasPodsOfItsOwn() throws Exception {
        try (var agent = agentWith(RunPlace.WEB)) {
            var taken = agent.bookend("run", "--isolation", "none", file("pod.yaml"));
            assertThat(taken.code()).isEqualTo(1);
            assertThat(taken.out())
                    .contains("is run by process %d already".formatted(agent.agent().pid()));
            agent.write("other.yaml", RunPlace.WEB.replace("name: web", "name: other"));
            try (var other =
                    ChildRun.start(
                            agent.state(), "run", "--isolation", "none", file("other.yaml"))) {
                other.awaitLine("app", "up");
                assertThat(other.signal("TERM").await()).as(other::toString).isZero();
            }
        }
    }

    @Test
    void anAgentBesideARunSaysWhichProcessHasThePod() throws Exception {
        try (var agent = AgentRun.start(directory, "--isolation", "none");
                var run = ChildRun.start(agent.state(), "run", "--isolation", "none", web(agent))) {
            run.awaitLine("app", "up");
            agent.bookend("apply", "-f", file("pod.yaml")).well();
            agent.awaitOutput("is run by process %d already".formatted(run.pid()), "get", "events");
            assertThat(run.signal("TERM").await()).as(run::toString).isZero();
            agent.awaitOutput("2/2", "get", "pods");
        }
    }

    private static String web(AgentRun agent) throws IOException {
        return agent.write("pod.yaml", RunPlace.WEB).toString();
    }

    @Test
    void ofTwoAgentsBegunTogetherOneServesAndTheOtherNamesIt() throws Exception {
        var state = directory.resolve("state");
        try (var one = agentBelow(state, ":");
                var other = agentBelow(state, ":")) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> serves(one) || serves(other));
            var server = serves(one) ? one : other;
            var second = serves(one) ? other : one;
            assertThat(second.await()).as(second::toString).isEqualTo(2);
            assertThat(second.toString())
                    .contains("process %d serves the state directory".formatted(server.pid()));
            server.crash();
        }
        try (var next = agentBelow(state, ":")) {
            next.awaitError("serving on 127.0.0.1");
            assertThat(next.signal("TERM").await()).as(next::toString).isZero();
        }
    }

    private static boolean serves(ChildRun agent) {
        return agent.err().stream().anyMatch(it -> it.contains("serving on"));
    }

    private String file(String name) {
        return directory.resolve(name).toString();
    }

    /// Shows EXIT-8.
    @Test
    void aDrainEndsAllInOrderWithinItsBudgetAndSigtermEndsNothing() throws Exception {
        try (var agent = agentWith(DEAF)) {
            var port = agent.sh("grep -o '127.0.0.1:[0-9]*' " + agent.kubeconfig()).out();
            agent.restart();
            agent.awaitOutput("2/2", "get", "pods");
            assertThat(agent.bookend("get", "pods").out()).contains("Running");
            assertThat(agent.sh("grep -o '127.0.0.1:[0-9]*' " + agent.kubeconfig()).out())
                    .as("clients find the next agent where the last one was")
                    .isEqualTo(port);
            var began = System.nanoTime();
            var drained = agent.bookend("drain", "--budget", "1").well();
            assertThat(drained.out()).contains("pod default/web ended");
            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .as("the pod's own grace is 20 s")
                    .isLessThan(Duration.ofSeconds(19));
            var events = agent.bookend("get", "events").out();
            assertThat(events).contains("Killed", "ExitOrderGivenUp");
        }
    }

    @Test
    void withFewOpenFilesTheAgentSaysSoAndServesAgain() throws Exception {
        var state = directory.resolve("state");
        try (var agent = agentBelow(state, "ulimit -n 64")) {
            agent.awaitError("bookend agent:");
            if (agent.err().toString().contains("serving")) {
                // A JVM that cannot open a class for want of files never tries that class again.
                awaitServed(state);
                exhaust(port(state));
                awaitServed(state);
                agent.signal("TERM");
            }
            assertThat(agent.await()).as(agent::toString).isIn(0, 3);
        }
    }

    private static void awaitServed(Path state) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> ChildRun.start(state, "get", "pods").await() == 0);
    }

    private static int port(Path state) throws IOException {
        var text = Files.readString(state.resolve("kubeconfig"));
        return Integer.parseInt(text.replaceAll("(?s).*127.0.0.1:(\\d+).*", "$1"));
    }

    /// More connections than the agent may have files.
    private static void exhaust(int port) throws IOException {
        var sockets = new ArrayList<Socket>();
        try {
            for (var i = 0; i < 100; i++) {
                sockets.add(new Socket(InetAddress.getLoopbackAddress(), port));
            }
        } finally {
            for (var socket : sockets) {
                socket.close();
            }
        }
    }

    @Test
    void aSmallHeapIsEnoughOrTheAgentSaysThatItIsNot() throws Exception {
        var state = directory.resolve("state");
        Files.writeString(directory.resolve("pod.yaml"), RunPlace.WEB);
        try (var agent = agentBelow(state, ":", "-Xmx24m")) {
            agent.awaitError("serving on 127.0.0.1");
            try (var apply = ChildRun.start(state, "apply", "-f", file("pod.yaml"))) {
                assertThat(apply.await()).as("%s%s", apply, agent).isZero();
            }
            try (var drain = ChildRun.start(state, "drain", "--budget", "5")) {
                assertThat(drain.await()).as("%s%s", drain, agent).isZero();
            }
            assertThat(agent.signal("TERM").await()).as(agent::toString).isZero();
        }
    }
}
