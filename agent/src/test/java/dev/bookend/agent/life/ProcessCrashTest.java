package dev.bookend.agent.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import static java.util.Collections.nCopies;

import dev.bookend.agent.journal.JournalDamage;
import dev.bookend.agent.journal.RecordedLife;
import dev.bookend.agent.life.Mortal.Moment;
import dev.bookend.agent.state.StateDirectory;
import dev.bookend.lifecycle.value.PodName;
import dev.bookend.runtime.process.rights.Isolation;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// An agent whose JVM halts at any record of a pod's life loses no container, no hook and no order:
/// the containers write down themselves what happened to them. Shows HOOK-5.
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
                volumeMounts: &mounts []
                command: [sh, -c, "SERVE", sh, app]
                lifecycle: {postStart: {exec: {command: [sh, -c, "AWAIT", sh, app]}},
                  preStop: {exec: {command: [sh, -c, "LEAVE", sh, app]}}}
              - name: proxy
                image: x
                volumeMounts: *mounts
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
    private static final int WALKERS = 2;
    private static final String LEAVE = "echo preStop $1 >> HISTORY";

    @TempDir Path directory;

    @Test
    void theLifeGoesOnAfterAKillAtAnyRecord() throws Exception {
        walkAll(Isolation.NONE);
    }

    @Test
    @Tag("slow")
    void soItDoesInContainersWithAFileSystemOfTheirOwn() throws Exception {
        assumeTrue(System.getProperty("user.name", "").equals("root"), "needs root");
        walkAll(Isolation.FULL);
    }

    private void walkAll(Isolation isolation) throws Exception {
        var next = new AtomicInteger(1);
        try (var walkers = Executors.newFixedThreadPool(WALKERS)) {
            for (var end : walkers.invokeAll(nCopies(WALKERS, walk(isolation, next)))) {
                assertThat(end.get()).as("records of an undisturbed life").isGreaterThan(14);
            }
        }
    }

    /// Tells the record at which the life was over.
    private Callable<Integer> walk(Isolation isolation, AtomicInteger next) {
        return () -> {
            var record = next.getAndIncrement();
            while (dies(isolation, record % 2 == 0 ? Moment.RECORDED : Moment.ACTED, record)) {
                record = next.getAndIncrement();
            }
            return record;
        };
    }

    /// False if the life was over before the agent could die.
    private boolean dies(Isolation isolation, Moment moment, int record) throws Exception {
        var place = Files.createDirectories(directory.resolve(String.valueOf(record)));
        var shared = Files.createDirectories(place.resolve("shared"));
        var history = Files.createFile(shared.resolve("history"));
        var pod = manifest(history);
        Files.writeString(
                place.resolve("pod.yaml"),
                isolation == Isolation.FULL ? mounted(pod, shared) : pod);
        Files.writeString(place.resolve(MortalAgent.ISOLATION), isolation.name());
        var died = agent(place, moment, record) == MortalAgent.DIED && !isClosed(place);
        if (died) {
            assertThat(agent(place, moment, 0)).as("the agent after record %d", record).isZero();
        }
        assertHistory(Files.readAllLines(history), "%s at record %d".formatted(moment, record));
        return died;
    }

    static String manifest(Path history) {
        return POD.replace("SERVE", SERVE)
                .replace("AWAIT", AWAIT_START)
                .replace("LEAVE", LEAVE)
                .replace("HISTORY", history.toString());
    }

    /// The same with the history's directory in both containers.
    private static String mounted(String pod, Path shared) {
        return pod.replace("[]", "[{name: shared, mountPath: %s}]".formatted(shared))
                + "  volumes: [{name: shared, hostPath: {path: %s}}]\n".formatted(shared);
    }

    static boolean isClosed(Path place) throws IOException, JournalDamage {
        var pod = new StateDirectory(place.resolve("state")).pod(new PodName("default", "web"));
        return RecordedLife.read(pod.journal()).orElseThrow().closed();
    }

    static int agent(Path place, Moment moment, int record, String... more) throws Exception {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var command =
                new ArrayList<>(
                        List.of(
                                java,
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-Dbookend.native=" + System.getProperty("bookend.native", ""),
                                "-cp",
                                System.getProperty("java.class.path", ""),
                                MortalAgent.class.getName(),
                                place.toString(),
                                moment.name(),
                                String.valueOf(record)));
        command.addAll(List.of(more));
        var process = new ProcessBuilder(command).inheritIO().start();
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
