package dev.bookend.cli.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.cli.AgentRun;
import dev.bookend.cli.ChildRun;
import dev.bookend.cli.RunPlace;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Every verb that speaks to the API, against a real agent.
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AgentVerbsTest {
    private static final String CHATTY =
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: chatty}
            spec:
              containers:
              - name: app
                command: [sh, -c, "while :; do echo y; sleep 0.1; done"]
            """;

    private AgentRun agent;

    @BeforeAll
    void open(@TempDir Path directory) throws Exception {
        agent = AgentRun.start(directory, "--isolation", "none");
    }

    @AfterAll
    void close() {
        agent.close();
    }

    private void serving(String name) throws Exception {
        var file = agent.write(name + ".yaml", RunPlace.WEB.replace("name: web", "name: " + name));
        assertThat(agent.bookend("apply", "-f", file.toString()).well().out())
                .isEqualTo("pods/%s created\n".formatted(name));
        try (var watch = ChildRun.start(agent.state(), "get", "pods", name, "-w")) {
            watch.awaitLine(name, "2/2", "Running");
        }
    }

    private String said(String verb, String... args) throws Exception {
        return agent.bookend(verb, args).well().out();
    }

    @Test
    void objectsAreShownInEveryForm() throws Exception {
        serving("shown");
        assertThat(said("get", "pods"))
                .containsPattern("NAME +READY +STATUS +RESTARTS +AGE\n")
                .containsPattern("shown +2/2 +Running +0 ");
        assertThat(said("get", "po", "-A", "-o", "wide"))
                .containsPattern("NAMESPACE +NAME .* IP +NODE")
                .containsPattern("default +shown +2/2 ");
        assertThat(said("get", "pods", "-o", "name")).contains("pods/shown\n");
        assertThat(said("get", "pod", "shown", "-o", "json")).contains("\"phase\":\"Running\"");
        assertThat(said("get", "pod", "shown", "-o", "yaml"))
                .contains("kind: Pod\n", "\n  phase: Running\n", "\n    command:\n    - sh\n");
        assertThat(agent.bookend("get", "pod", "nobody").badly().err())
                .isEqualTo("bookend get: pods \"nobody\" not found\n");
        assertThat(agent.bookend("get", "cm").well().err()).isEqualTo("No resources found.\n");
        assertThat(agent.bookend("get", "nonsense").badly().err()).contains("no kind");
    }

    @Test
    void yamlIsReadBackAsItWas() throws Exception {
        serving("copied");
        var yaml = agent.write("copy.yaml", said("get", "pod", "copied", "-o", "yaml"));
        assertThat(said("apply", "-f", yaml.toString())).startsWith("pods/copied ");
    }

    @Test
    void describeTellsContainersAndEvents() throws Exception {
        serving("told");
        assertThat(said("describe", "pod", "told")).isEqualTo(said("describe", "pod/told"));
        assertThat(agent.bookend("describe", "cm", "told").badly().err())
                .contains("only pods are described, and 'cm' are not");
        assertThat(said("describe", "told"))
                .contains("Pod:    default/told", "Phase:  Running")
                .containsPattern("app: running since \\S+, ready, 0 restarts")
                .containsPattern("Normal  Started  .*Container started");
    }

    @Test
    void logsAndCommandsPassThrough() throws Exception {
        serving("inside");
        assertThat(said("logs", "inside", "-c", "app", "--tail", "1")).isEqualTo("up\n");
        assertThat(said("exec", "inside", "-c", "app", "--", "echo", "here")).isEqualTo("here\n");
        var failed = agent.bookend("exec", "inside", "-c", "app", "--", "sh", "-c", "exit 3");
        assertThat(failed.code()).isEqualTo(3);
        assertThat(failed.err()).contains("the command ended with code 3");
        assertThat(said("logs", "pod/inside", "-c", "app", "--tail", "1")).isEqualTo("up\n");
        assertThat(agent.bookend("logs", "inside").badly().err())
                .contains("a container name must be specified for pod inside");
        assertThat(agent.bookend("exec", "inside", "-c", "app", "-t", "--", "true").badly().err())
                .contains("-t needs a terminal");
    }

    @Test
    void aTerminalIsHandedOver() throws Exception {
        serving("tty");
        var exec = ChildRun.command(agent.state(), "exec", "tty", "-c", "app", "-it", "--");
        var inner = String.join(" ", exec) + " sh -c 'tty; stty size; exit 4'";
        agent.write("exec.sh", "stty rows 33 cols 77\n" + inner + "\nstty -a\n");
        assertThat(agent.sh("script -qec 'sh exec.sh' /dev/null").well().out())
                .contains("/dev/pts/", "33 77", "ended with code 4")
                .contains(" icanon ", " echo ");
    }

    @Test
    void deletionGoesThroughTheAgent() throws Exception {
        serving("gone");
        assertThat(said("delete", "gone", "--grace", "5")).isEqualTo("pod default/gone deleted\n");
        assertThat(agent.bookend("get", "pod", "gone").badly().err()).contains("not found");
        assertThat(agent.bookend("delete", "never").badly().err()).contains("never");
        var map = agent.write("cm.yaml", "{apiVersion: v1, kind: ConfigMap, metadata: {name: m}}");
        said("apply", "-f", map.toString());
        assertThat(said("delete", "cm", "m")).isEqualTo("configmaps/m deleted\n");
        assertThat(agent.bookend("delete", "cm", "m").badly().err()).contains("not found");
    }

    @Test
    void aPodOfRunBesideTheAgentIsStillEnded() throws Exception {
        var file = agent.write("beside.yaml", RunPlace.WEB.replace("name: web", "name: beside"));
        try (var run =
                ChildRun.start(
                        agent.state(),
                        "run",
                        "--isolation",
                        "none",
                        "-o",
                        "json",
                        file.toString())) {
            run.awaitLine("\"app\"", "\"Ready\"");
            assertThat(said("recreate", "beside", "-c", "app")).contains("Succeeded");
            assertThat(said("delete", "beside")).contains("pod default/beside deleted");
            run.await();
        }
    }

    @Test
    void recreationGoesThroughTheAgent() throws Exception {
        serving("again");
        assertThat(said("recreate", "again", "-c", "app"))
                .containsPattern("containerrecreaterequest.apps.kruise.io/again-\\w+ created")
                .containsPattern("app +Succeeded");
        assertThat(said("get", "crr")).containsPattern("again-\\w+ +Completed +again ");
        var refused = agent.bookend("recreate", "again", "-c", "ap", "--deadline", "1");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("spec.containers[0].name", "spec.activeDeadlineSeconds");
        assertThat(said("recreate", "again", "-c", "proxy", "--no-wait")).contains("created");
    }

    @Test
    void whoDoesNotWaitForARecreationIsToldThatItGoesOn() throws Exception {
        serving("left");
        try (var run =
                ChildRun.start(
                        agent.state(), "recreate", "left", "-c", "app", "--min-started", "3600")) {
            run.awaitLine("app", "Recreating");
            assertThat(run.signal("INT").await()).isEqualTo(1);
            run.awaitError("the request goes on without you", "bookend get crr left-");
        }
    }

    /// What is written to a pipe that nobody reads must end the one who writes.
    @Test
    void verbsEndWithWhoeverReadsThem() throws Exception {
        serving("read");
        assertEndsWithReader("exec", "read", "-c", "app", "--", "yes");
        said("apply", "-f", agent.write("chatty.yaml", CHATTY).toString());
        agent.awaitOutput("y", "logs", "chatty", "--tail", "1");
        assertEndsWithReader("logs", "chatty", "-f");
        said("delete", "chatty", "--grace", "0");
    }

    private void assertEndsWithReader(String verb, String... args) throws Exception {
        var piped = "{ \"$@\"; echo ended with $? >&2; } | head -n 1";
        try (var run =
                ChildRun.startBelow(
                        List.of("sh", "-c", piped, "sh"),
                        ChildRun.command(agent.state(), verb, args))) {
            run.awaitError("ended with 1");
            assertThat(run.out()).containsExactly("y");
            assertThat(run.err()).hasSize(1);
        }
    }

    @Test
    void verbsSpeakToWhomAKubeconfigNames() throws Exception {
        serving("far");
        var config = agent.kubeconfig().toString();
        try (var run =
                ChildRun.start(
                        agent.state().resolve("none"), "get", "pods", "--kubeconfig", config)) {
            assertThat(run.await()).as(run::toString).isZero();
            assertThat(run.toString()).contains("far");
        }
        try (var run = ChildRun.start(agent.state().resolve("none"), "get", "pods")) {
            assertThat(run.await()).isEqualTo(1);
            assertThat(run.toString()).contains("no agent serves", "start one with: bookend agent");
        }
    }

    @Test
    void theNextAgentIsWhereTheLastOneWas(@TempDir Path directory) throws Exception {
        try (var other = AgentRun.start(directory, "--isolation", "none")) {
            var before = Files.readString(other.kubeconfig());
            other.restart();
            assertThat(Files.readString(other.kubeconfig())).isEqualTo(before);
            var port =
                    Integer.parseInt(Files.readString(other.state().resolve("api/port")).strip());
            assertThat(other.agent().signal("TERM").await()).isZero();
            try (var _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                other.again();
                other.agent().awaitError("port " + port, "is taken by another program");
                assertThat(other.bookend("get", "pods").well().err()).contains("No resources");
            }
        }
    }
}
