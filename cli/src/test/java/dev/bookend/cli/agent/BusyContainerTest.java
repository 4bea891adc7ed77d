package dev.bookend.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.api.client.ApiClient;
import dev.bookend.api.client.ExecCall;
import dev.bookend.api.client.KubeConfig;
import dev.bookend.api.resource.ApiError;
import dev.bookend.cli.AgentRun;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;

/// Clients run as many commands in a container as they can, and more: what must run there still
/// does, and who is refused is told so.
@Tag("slow")
class BusyContainerTest {
    private static final int MORE_THAN_THERE_ARE_PLACES = 40;
    private static final String EXEC =
            "/api/v1/namespaces/default/pods/busy/exec?command=sleep&command=600&stdout=true";

    @TempDir Path directory;

    private String pod() {
        return """
        apiVersion: v1
        kind: Pod
        metadata: {name: busy}
        spec:
          terminationGracePeriodSeconds: 20
          containers:
          - name: app
            command: [sh, -c, "trap 'exit 0' TERM; while :; do sleep 0.1; done"]
            livenessProbe: {periodSeconds: 1, exec: {command: [sh, -c, "echo x >> DIR/alive"]}}
            lifecycle: {preStop: {exec: {command: [sh, -c, "echo hook > DIR/stopped"]}}}
        """
                .replace("DIR", directory.toString());
    }

    /// Shows SAFE-5.
    @Test
    void probesAndHooksHaveTheirPlaces() throws Exception {
        try (var agent = AgentRun.start(directory, "--isolation", "none")) {
            agent.bookend("apply", "-f", agent.write("pod.yaml", pod()).toString()).well();
            agent.awaitOutput("1/1", "get", "pods");
            var refusals = new CopyOnWriteArrayList<String>();
            try (var client = client(agent)) {
                for (var i = 0; i < MORE_THAN_THERE_ARE_PLACES; i++) {
                    Thread.ofVirtual().start(() -> refusals.add(said(client)));
                }
                Awaitility.await("refusals")
                        .atMost(Duration.ofSeconds(60))
                        .until(() -> refusals.size() >= MORE_THAN_THERE_ARE_PLACES - 24);
                assertThat(List.copyOf(refusals))
                        .allSatisfy(it -> assertThat(it).contains("as many commands run in it"));
                assertProbedOn();
                agent.bookend("delete", "busy").well();
            }
            assertThat(directory.resolve("stopped")).hasContent("hook");
            assertThat(agent.bookend("get", "events").well().out())
                    .contains("Killing")
                    .doesNotContain("Unhealthy", "FailedPreStopHook");
        }
    }

    private void assertProbedOn() throws IOException {
        var probes = Files.size(directory.resolve("alive"));
        Awaitility.await("further probes")
                .atMost(Duration.ofSeconds(60))
                .until(() -> Files.size(directory.resolve("alive")) >= probes + 4);
    }

    private static ApiClient client(AgentRun agent) throws IOException {
        return new ApiClient(KubeConfig.read(agent.kubeconfig(), Optional.empty()));
    }

    /// What a client hears whose command does not go on.
    private static String said(ApiClient client) {
        var err = new ByteArrayOutputStream();
        var streams =
                new ExecCall.Streams(
                        InputStream.nullInputStream(), err, err, new LinkedBlockingQueue<>());
        try {
            return "code " + ExecCall.run(client, EXEC, streams, false) + err;
        } catch (ApiError | IOException failure) {
            return String.valueOf(failure.getMessage());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }
}
