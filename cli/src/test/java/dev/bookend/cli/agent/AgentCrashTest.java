package dev.bookend.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bookend.cli.AgentRun;
import dev.bookend.cli.RunPlace;
import dev.bookend.manifest.json.Json;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/// An agent that dies without a word, and a machine that does: what its pods and its requests are
/// under the next agent.
@Tag("slow")
class AgentCrashTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir Path directory;
    private Path manifests;

    @BeforeEach
    void makeManifests() throws IOException {
        manifests = Files.createDirectory(directory.resolve("manifests"));
    }

    private AgentRun agentOn(List<String> machine) throws IOException {
        return AgentRun.startOn(
                machine, directory, "--isolation", "none", "--manifests", manifests.toString());
    }

    /// A pod whose containers write down each start, and each signal to end.
    ///
    /// @param begin what the app does first
    /// @param end what the app does before it obeys
    private String pod(String name, String policy, String begin, String end) {
        return """
        apiVersion: v1
        kind: Pod
        metadata: {name: %1$s}
        spec:
          restartPolicy: %2$s
          terminationGracePeriodSeconds: 60
          containers:
          - name: app
            readinessProbe:
              periodSeconds: 1
              exec: {command: [test, "!", -e, %5$s/unready]}
            command:
            - sh
            - -c
            - |
              echo app >> %5$s/%1$s.starts
              trap 'echo app >> %5$s/%1$s.ends; %4$s; exit 0' TERM
              %3$s
              while :; do sleep 0.05; done
          - name: proxy
            env: [{name: KRUISE_CONTAINER_PRIORITY, value: "1"}]
            startupProbe:
              periodSeconds: 1
              failureThreshold: 60
              exec:
                command: [sh, -c, 'test "$(tail -n 1 %5$s/%1$s.starts)" = proxy']
            command:
            - sh
            - -c
            - |
              echo proxy >> %5$s/%1$s.starts
              trap 'echo proxy >> %5$s/%1$s.ends; exit 0' TERM
              while :; do sleep 0.05; done
        """
                .formatted(name, policy, begin, end, directory);
    }

    private void apply(AgentRun agent, String pod) throws IOException, InterruptedException {
        var file = Files.writeString(directory.resolve("pod.yaml"), pod);
        agent.bookend("apply", "-f", file.toString()).well();
    }

    private static void await(Callable<Boolean> condition) {
        Awaitility.await().atMost(SOON).until(condition);
    }

    private List<String> lines(String name) throws IOException {
        var file = directory.resolve(name);
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    private static Json get(AgentRun agent, String kind, String name)
            throws IOException, InterruptedException {
        return RunPlace.object(agent.bookend("get", kind, name, "-o", "json").out());
    }

    private static String text(Json object, String... way) {
        return object.at(way).flatMap(Json::text).orElse("");
    }

    private static boolean isReady(AgentRun agent, String pod)
            throws IOException, InterruptedException {
        return agent.bookend("get", "pods").out().matches("(?s).*\\b" + pod + " +2/2 .*");
    }

    /// The pod's uid, and of each container the id and how often it was restarted.
    private static List<String> identity(AgentRun agent, String pod)
            throws IOException, InterruptedException {
        var object = get(agent, "pods", pod);
        var containers =
                object.at("status", "containerStatuses").orElseThrow().elements().stream()
                        .map(it -> text(it, "containerID") + " " + restarts(it));
        return Stream.concat(Stream.of(text(object, "metadata", "uid")), containers).toList();
    }

    private static long restarts(Json container) {
        return container.field("restartCount").orElseThrow().number().orElseThrow();
    }

    /// Shows EXIT-8.
    @Test
    void theNextAgentAdoptsThePodsOfOneThatWasKilled() throws Exception {
        var crashesOnce = "test -e %1$s/once || { touch %1$s/once; exit 3; }".formatted(directory);
        Files.writeString(manifests.resolve("still.yaml"), pod("still", "Always", ":", ":"));
        try (var agent = agentOn(List.of())) {
            apply(agent, pod("web", "Always", crashesOnce, ":"));
            await(() -> isReady(agent, "web") && isReady(agent, "still"));
            await(() -> lines("web.starts").size() == 3);
            var web = identity(agent, "web");
            var still = identity(agent, "still");
            agent.crash();
            await(() -> isReady(agent, "web") && isReady(agent, "still"));
            assertThat(identity(agent, "web")).isEqualTo(web).anyMatch(it -> it.endsWith(" 1"));
            assertThat(identity(agent, "still")).isEqualTo(still);
            assertThat(lines("web.starts")).containsExactly("proxy", "app", "app");
            assertThat(lines("still.starts")).containsExactly("proxy", "app");
            assertThat(lines("web.ends")).isEmpty();
            agent.agent().crash();
            Files.delete(manifests.resolve("still.yaml"));
            agent.again();
            await(() -> !agent.bookend("get", "pods").out().contains("still"));
            assertThat(lines("still.ends")).containsExactlyInAnyOrder("app", "proxy");
            agent.bookend("delete", "web").well();
            assertThat(lines("web.ends")).containsExactlyInAnyOrder("app", "proxy");
        }
    }

    /// Shows CRR-10.
    @Test
    void aRecreationGoesOnUnderTheNextAgentAndStopsNothingTwice() throws Exception {
        var slowEnd = "while ! test -e %s/end; do sleep 0.05; done".formatted(directory);
        try (var agent = agentOn(List.of())) {
            apply(agent, pod("web", "Always", ":", slowEnd));
            await(() -> isReady(agent, "web"));
            agent.bookend("recreate", "web", "-c", "app", "-c", "proxy", "--ordered", "--no-wait")
                    .well();
            await(() -> lines("web.ends").size() == 1);
            agent.crash();
            assertThat(phases(agent)).containsExactly("Recreating", "Recreating", "Pending");
            Files.createFile(directory.resolve("unready"));
            Files.createFile(directory.resolve("end"));
            await(() -> lines("web.starts").size() == 3);
            agent.crash();
            assertThat(phases(agent)).containsExactly("Recreating", "Recreating", "Pending");
            Files.delete(directory.resolve("unready"));
            await(() -> phases(agent).equals(List.of("Completed", "Succeeded", "Succeeded")));
            assertThat(lines("web.starts")).containsExactly("proxy", "app", "app", "proxy");
            assertThat(lines("web.ends")).containsExactly("app", "proxy");
            assertThat(identity(agent, "web").stream().filter(it -> it.endsWith(" 1"))).hasSize(2);
        }
    }

    /// The phase of the only request, and of its containers in their order.
    private static List<String> phases(AgentRun agent) throws IOException, InterruptedException {
        var all = RunPlace.object(agent.bookend("get", "crr", "-o", "json").out());
        var status = all.field("items").orElseThrow().elements().getFirst().at("status");
        var phases = new ArrayList<>(List.of(text(status.orElseThrow(), "phase")));
        status.orElseThrow().field("containerRecreateStates").orElseThrow().elements().stream()
                .map(it -> text(it, "phase"))
                .forEach(phases::add);
        return phases;
    }

    /// Shows LAUNCH-4.
    @Test
    void afterARebootPodsBeginAnewInOrderAsTheirPoliciesSay() throws Exception {
        assumeTrue(Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "needs root");
        var first = List.of("unshare", "--pid", "--fork", "--kill-child", "--mount-proc");
        Files.writeString(manifests.resolve("still.yaml"), pod("still", "Always", ":", ":"));
        try (var agent = agentOn(first)) {
            apply(agent, pod("web", "Always", ":", ":"));
            apply(agent, pod("once", "Never", ":", ":"));
            apply(agent, done());
            await(() -> isReady(agent, "web") && isReady(agent, "still"));
            await(() -> isReady(agent, "once"));
            await(() -> phase(agent, "done").equals("Succeeded"));
            var uid = text(get(agent, "pods", "web"), "metadata", "uid");
            agent.agent().crash();
            agent.againOn(rebooted());
            await(() -> lines("web.starts").size() == 4 && lines("still.starts").size() == 4);
            await(() -> isReady(agent, "web") && isReady(agent, "still"));
            assertThat(lines("web.starts")).containsExactly("proxy", "app", "proxy", "app");
            assertThat(lines("still.starts")).containsExactly("proxy", "app", "proxy", "app");
            assertThat(text(get(agent, "pods", "web"), "metadata", "uid")).isEqualTo(uid);
            await(() -> phase(agent, "once").equals("Failed"));
            assertThat(lines("once.starts")).as("Never").containsExactly("proxy", "app");
            assertThat(phase(agent, "done")).isEqualTo("Succeeded");
            assertThat(lines("web.ends")).as("a lost machine signals nobody").isEmpty();
        }
    }

    private static String done() {
        return """
        apiVersion: v1
        kind: Pod
        metadata: {name: done}
        spec:
          restartPolicy: Never
          containers: [{name: app, command: ["true"]}]
        """;
    }

    private static String phase(AgentRun agent, String pod)
            throws IOException, InterruptedException {
        return text(get(agent, "pods", pod), "status", "phase");
    }

    /// The same machine with another boot id.
    private List<String> rebooted() throws IOException {
        var boot = Files.writeString(directory.resolve("boot"), "another-boot\n");
        var mount = "mount --bind " + boot + " /proc/sys/kernel/random/boot_id && exec \"$@\"";
        return List.of("unshare", "--mount", "sh", "-c", mount, "sh");
    }
}
