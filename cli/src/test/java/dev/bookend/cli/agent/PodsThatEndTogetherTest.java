package dev.bookend.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.cli.AgentRun;
import dev.bookend.cli.ChildRun;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What becomes of the other pods when several end at once.
@Tag("slow")
class PodsThatEndTogetherTest {
    private static final int TOGETHER = 5;

    @TempDir Path directory;

    private static String map(String value) {
        return """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: shared}
        data: {a: "%s"}
        """
                .formatted(value);
    }

    private static String pod(String name) {
        return """
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: %s}
        spec:
          terminationGracePeriodSeconds: 1
          containers:
            - name: app
              command: [sleep, "1000"]
              volumeMounts: [{name: v, mountPath: /mnt}]
          volumes: [{name: v, configMap: {name: shared}}]
        """
                .formatted(name);
    }

    private static void endAll(AgentRun agent, List<String> names) throws Exception {
        var deletions = new ArrayList<ChildRun>();
        for (var name : names) {
            deletions.add(ChildRun.start(agent.state(), "delete", name));
        }
        for (var deletion : deletions) {
            assertThat(deletion.await()).as(deletion::toString).isZero();
            deletion.close();
        }
    }

    /// Shows SAFE-5.
    @Test
    void theVolumesOfTheOthersStillFollowTheirObjects() throws Exception {
        try (var agent = AgentRun.start(directory)) {
            var going = IntStream.range(0, TOGETHER).mapToObj("goes-%d"::formatted).toList();
            var pods = going.stream().map(it -> pod(it)).collect(Collectors.joining());
            var all = agent.write("all.yaml", map("first") + pod("stays") + pods);
            agent.bookend("apply", "-f", all.toString()).well();
            agent.awaitOutput("first", "exec", "stays", "--", "cat", "/mnt/a");
            endAll(agent, going);
            var map = agent.write("map.yaml", map("second"));
            agent.bookend("apply", "-f", map.toString()).well();
            agent.awaitOutput("second", "exec", "stays", "--", "cat", "/mnt/a");
        }
    }
}
