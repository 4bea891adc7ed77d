package dev.bookend.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.agent.Mortal.Moment;
import dev.bookend.lifecycle.PodName;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// An agent whose JVM halts at any record of a pod's life loses no container, no hook and no order:
/// the containers write down themselves what happened to them.
class ProcessCrashTest {
    private static final String POD =
            """
            apiVersion: v1
            kind: Pod
            metadata:
              name: web
              annotations: {kruise.io/container-exit-priority: '{"proxy": 1}'}
            spec:
              terminationGracePeriodSeconds: 30
              containers:
              - name: app
                image: x
                command: [sh, -c, "SERVE", sh, app]
                lifecycle: {postStart: {exec: {command: [sh, -c, "AWAIT", sh, app]}},
                  preStop: {exec: {command: [sh, -c, "LEAVE", sh, app]}}}
              - name: proxy
                image: x
                env: [{name: KRUISE_CONTAINER_PRIORITY, value: "1"}]
                command: [sh, -c, "SERVE", sh, proxy]
                lifecycle: {postStart: {exec: {command: [sh, -c, "AWAIT", sh, proxy]}},
                  preStop: {exec: {command: [sh, -c, "LEAVE", sh, proxy]}}}
            """;
    private static final String SERVE =
            "trap 'echo term $1 >> HISTORY; kill $!; exit 0' TERM; echo start $1 >> HISTORY;"
                    + " sleep 1000 & wait";
    private static final String AWAIT_START =
            "until grep -q 'start '$1 HISTORY; do sleep 0.02; done; echo postStart $1 >> HISTORY";
    private static final String LEAVE = "echo preStop $1 >> HISTORY";

    @TempDir Path directory;

    @Test
    void theLifeGoesOnAfterAKillAtAnyRecord() throws Exception {
        var record = 1;
        while (dies(record % 2 == 0 ? Moment.RECORDED : Moment.ACTED, record)) {
            record++;
        }
        assertThat(record).as("records of an undisturbed life").isGreaterThan(14);
    }

    /// False if the life was over before the agent could die.
    private boolean dies(Moment moment, int record) throws Exception {
        var place = Files.createDirectories(directory.resolve(String.valueOf(record)));
        var history = Files.createFile(place.resolve("history"));
        Files.writeString(place.resolve("pod.yaml"), manifest(history));
        var died = agent(place, moment, record) == MortalAgent.DIED && !isClosed(place);
        if (died) {
            assertThat(agent(place, moment, 0)).as("the agent after record %d", record).isZero();
        }
        assertHistory(Files.readAllLines(history), "%s at record %d".formatted(moment, record));
        return died;
    }

    private static String manifest(Path history) {
        return POD.replace("SERVE", SERVE)
                .replace("AWAIT", AWAIT_START)
                .replace("LEAVE", LEAVE)
                .replace("HISTORY", history.toString());
    }

    private static boolean isClosed(Path place) throws IOException, JournalDamage {
        var pod = new StateDirectory(place.resolve("state")).pod(new PodName("default", "web"));
        return RecordedLife.read(pod.journal()).orElseThrow().closed();
    }

    private static int agent(Path place, Moment moment, int record) throws Exception {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var process =
                new ProcessBuilder(
                                java,
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-Dbookend.native=" + System.getProperty("bookend.native", ""),
                                "-cp",
                                System.getProperty("java.class.path", ""),
                                MortalAgent.class.getName(),
                                place.toString(),
                                moment.name(),
                                String.valueOf(record))
                        .inheritIO()
                        .start();
        assertThat(process.waitFor(90, TimeUnit.SECONDS)).as("the agent ends").isTrue();
        return process.exitValue();
    }

    private static void assertHistory(List<String> history, String when) {
        assertThat(history.stream().filter(it -> it.startsWith("start")))
                .as(when)
                .containsExactly("start proxy", "start app");
        assertThat(history.stream().filter(it -> it.startsWith("term")))
                .as(when)
                .containsExactly("term app", "term proxy");
        assertThat(history)
                .as(when)
                .containsSubsequence("postStart proxy", "start app", "postStart app", "preStop app")
                .containsSubsequence("preStop app", "term app", "preStop proxy", "term proxy");
        assertThat(history)
                .as("%s: a hook whose command was taken over runs once", when)
                .doesNotHaveDuplicates();
    }
}
