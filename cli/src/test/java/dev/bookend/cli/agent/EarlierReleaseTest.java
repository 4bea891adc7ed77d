package dev.bookend.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.cli.AgentRun;
import dev.bookend.cli.ChildRun;
import dev.bookend.cli.RunPlace;
import dev.bookend.manifest.json.Json;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Pods that an earlier Bookend has started, whose agent was killed: this one takes them over as
/// they are, whatever has become of journal, store and shim meanwhile. Shows SAFE-7.
@Tag("slow")
class EarlierReleaseTest {
    private static final String LONG =
            "echo begun >> /trace/command; until [ -e /trace/done ]; do sleep 0.1; done;"
                    + " echo ended >> /trace/command";

    /// The proxy is up when it has said so: a probe may be faster than a shell.
    private static final String UP = "grep, -q, proxy, /trace/%s.starts";

    private static EarlierRelease earlier;

    @TempDir Path directory;

    @BeforeAll
    static void build() throws Exception {
        earlier = EarlierRelease.built();
    }

    private Path state() {
        return directory.resolve("state");
    }

    /// A proxy first, then an app with a hook and all three probes; both write down what befalls
    /// them.
    ///
    /// @param begun what the proxy's startup waits for
    /// @param end what the app does when it is told to end
    private String pod(String name, String more, String begun, String end) {
        return """
        apiVersion: v1
        kind: Pod
        metadata:
          name: %1$s
          annotations: {kruise.io/container-exit-priority: '{"proxy": 1}'}
        spec:
          terminationGracePeriodSeconds: 90
          %2$s
          volumes:
          - {name: trace, hostPath: {path: %3$s}}
          - {name: words, configMap: {name: words}}
          - {name: secret, secret: {secretName: secret}}
          - {name: empty, emptyDir: {medium: Memory}}
          containers:
        """
                        .formatted(name, more, directory)
                + app(name, end)
                + proxy(name, begun);
    }

    private static String app(String name, String end) {
        return """
          - name: app
            volumeMounts: &mounts
            - {name: trace, mountPath: /trace}
            - {name: words, mountPath: /words}
            - {name: secret, mountPath: /secret}
            - {name: empty, mountPath: /empty}
            lifecycle:
              preStop: {exec: {command: [sh, -c, "echo app hook >> /trace/%1$s.ends"]}}
            readinessProbe: {periodSeconds: 1, exec: {command: ["true"]}}
            livenessProbe: {periodSeconds: 1, exec: {command: ["true"]}}
            command:
            - sh
            - -c
            - |
              echo app >> /trace/%1$s.starts
              trap 'echo app told >> /trace/%1$s.ends; %2$s; exit 0' TERM
              i=0
              while :; do i=$((i + 1)); echo line $i; sleep 0.1; done
        """
                .formatted(name, end);
    }

    private static String proxy(String name, String begun) {
        return """
          - name: proxy
            env: [{name: KRUISE_CONTAINER_PRIORITY, value: "1"}]
            volumeMounts: *mounts
            startupProbe:
              periodSeconds: 1
              failureThreshold: 600
              exec: {command: [%2$s]}
            command:
            - sh
            - -c
            - |
              echo proxy >> /trace/%1$s.starts
              trap 'echo proxy told >> /trace/%1$s.ends; exit 0' TERM
              while :; do sleep 0.1; done
        """
                .formatted(name, begun);
    }

    private static String objects(String word) {
        return """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: words}
        data: {word: %s}
        ---
        apiVersion: v1
        kind: Secret
        metadata: {name: secret}
        stringData: {word: hush}
        """
                .formatted(word);
    }

    private String write(String text) throws IOException {
        return Files.writeString(directory.resolve("objects.yaml"), text).toString();
    }

    private void touch(String name) throws IOException {
        Files.createFile(directory.resolve(name));
    }

    private List<String> lines(String name) throws IOException {
        var file = directory.resolve(name);
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    private static void await(String what, Callable<Boolean> condition) {
        Awaitility.await(what).atMost(Duration.ofSeconds(60)).until(condition);
    }

    /// Of each container its name, process, id and how often it was restarted.
    private List<String> identity(String pod, String json) {
        var statuses = RunPlace.object(json).at("status", "containerStatuses").orElseThrow();
        return statuses.elements().stream()
                .map(
                        it ->
                                "%s %s %s"
                                        .formatted(
                                                text(it, "name"),
                                                text(it, "containerID"),
                                                count(it)))
                .map(it -> it + " " + process(pod, it.substring(0, it.indexOf(' '))))
                .toList();
    }

    private static String text(Json object, String field) {
        return object.text(field).orElse("");
    }

    private static long count(Json container) {
        return container.field("restartCount").orElseThrow().number().orElseThrow();
    }

    /// The container's main process, as one that no other can be taken for.
    private String process(String pod, String container) {
        try {
            var tag = "/trace/%s.starts".formatted(pod);
            var own = "echo " + container + " >> " + tag;
            return ProcessHandle.allProcesses()
                    .filter(it -> commandLine(it).contains(own))
                    .map(it -> it.pid() + "@" + it.info().startInstant().orElseThrow())
                    .findFirst()
                    .orElse("none");
        } catch (IllegalStateException ended) {
            return ended.toString();
        }
    }

    private static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc/%d/cmdline".formatted(process.pid())));
        } catch (IOException _) {
            return "";
        }
    }

    private void applyBefore(String text) throws IOException, InterruptedException {
        earlier.says(state(), "apply", "-f", write(text));
    }

    private String before(String verb, String... args) throws IOException, InterruptedException {
        return earlier.says(state(), verb, args);
    }

    private static boolean isReady(String pods, String name) {
        return pods.matches("(?s).*\\b" + name + " +2/2 .*");
    }

    /// Several kinds of pods, each in the middle of something, under an agent that is then killed.
    private List<String> leaveBehind() throws Exception {
        try (var agent = earlier.start(state(), "agent")) {
            agent.awaitError("serving on 127.0.0.1");
            applyBefore(objects("before"));
            applyBefore(pod("web", "", UP.formatted("web"), ":"));
            applyBefore(pod("shared", "shareProcessNamespace: true", UP.formatted("shared"), ":"));
            applyBefore(pod("slow", "", "test, -e, /trace/begin", ":"));
            applyBefore(
                    pod(
                            "ending",
                            "",
                            UP.formatted("ending"),
                            "until [ -e /trace/end ]; do sleep 0.1; done"));
            await(
                    "pods of the earlier release",
                    () ->
                            Stream.of("web", "shared", "ending")
                                    .allMatch(readyIn(before("get", "pods"))));
            await("a slow launch", () -> lines("slow.starts").equals(List.of("proxy")));
            var identity = identity("web", before("get", "pod", "web", "-o", "json"));
            try (var _ =
                            earlier.start(
                                    state(), "exec", "web", "-c", "app", "--", "sh", "-c", LONG);
                    var _ = earlier.start(state(), "delete", "ending")) {
                await("a command", () -> lines("command").equals(List.of("begun")));
                await("an exit", () -> lines("ending.ends").contains("app told"));
                agent.crash();
            }
            return identity;
        }
    }

    private static Predicate<String> readyIn(String pods) {
        return name -> isReady(pods, name);
    }

    @Test
    void itsPodsAreTakenOverAsTheyAre() throws Exception {
        var identity = leaveBehind();
        try (var agent = AgentRun.start(directory)) {
            await("web", () -> isReady(agent.bookend("get", "pods").out(), "web"));
            assertThat(identity("web", agent.bookend("get", "pod", "web", "-o", "json").out()))
                    .isEqualTo(identity)
                    .noneMatch(it -> it.endsWith("none"));
            assertThat(agent.bookend("get", "pod", "slow").out()).contains("0/2");
            logsGoOn(agent);
            commandsGoOn(agent);
            volumesGoOn(agent);
            launchGoesOn(agent);
            exitGoesOn(agent);
            recreatesAndEnds(agent, "web");
            recreatesAndEnds(agent, "shared");
        }
    }

    private static void logsGoOn(AgentRun agent) throws IOException, InterruptedException {
        var last = agent.bookend("logs", "web", "-c", "app", "--tail", "1").well().out().strip();
        assertThat(last).startsWith("line ");
        agent.awaitOutput(
                "line " + (Integer.parseInt(last.substring(5)) + 3), "logs", "web", "-c", "app");
        assertThat(agent.bookend("logs", "web", "-c", "app").out()).startsWith("line 1\n");
    }

    private void commandsGoOn(AgentRun agent) throws IOException, InterruptedException {
        touch("done");
        await("the command", () -> lines("command").equals(List.of("begun", "ended")));
        var said = agent.bookend("exec", "web", "-c", "app", "--", "cat", "/secret/word").well();
        assertThat(said.out()).contains("hush");
    }

    private void volumesGoOn(AgentRun agent) throws IOException, InterruptedException {
        agent.bookend("apply", "-f", write(objects("after"))).well();
        agent.awaitOutput("after", "exec", "web", "-c", "app", "--", "cat", "/words/word");
        agent.bookend("exec", "web", "-c", "app", "--", "touch", "/empty/file").well();
    }

    private void launchGoesOn(AgentRun agent) throws IOException, InterruptedException {
        touch("begin");
        await("slow", () -> isReady(agent.bookend("get", "pods").out(), "slow"));
        assertThat(lines("slow.starts")).containsExactly("proxy", "app");
        agent.bookend("delete", "slow").well();
        assertThat(lines("slow.ends")).containsExactly("app hook", "app told", "proxy told");
    }

    private void exitGoesOn(AgentRun agent) throws IOException, InterruptedException {
        assertThat(lines("ending.ends")).containsExactly("app hook", "app told");
        touch("end");
        await("ending", () -> !agent.bookend("get", "pods").out().contains("ending"));
        assertThat(lines("ending.ends")).containsExactly("app hook", "app told", "proxy told");
        assertThat(lines("ending.starts")).containsExactly("proxy", "app");
    }

    private void recreatesAndEnds(AgentRun agent, String pod)
            throws IOException, InterruptedException {
        agent.bookend("recreate", pod, "-c", "app").well();
        assertThat(lines(pod + ".starts")).containsExactly("proxy", "app", "app");
        agent.bookend("delete", pod).well();
        assertThat(lines(pod + ".ends"))
                .containsExactly("app hook", "app told", "app hook", "app told", "proxy told");
        assertThat(process(pod, "app") + process(pod, "proxy")).isEqualTo("nonenone");
    }

    @Test
    void aRunOfItIsTakenOver() throws Exception {
        var plain = RunPlace.in(directory);
        var file = Files.writeString(directory.resolve("pod.yaml"), RunPlace.WEB).toString();
        try (var run = earlier.start(state(), "run", "--isolation", "none", file)) {
            run.awaitLine("app", "up").crash();
        }
        try (var run = plain.run(RunPlace.WEB, "--isolation", "none")) {
            run.awaitLine("default/web", "adopted").signal("TERM");
            assertThat(run.await()).as(run::toString).isZero();
            assertThat(run.toString())
                    .doesNotContain("Started:")
                    .containsSubsequence("app   | bye", "proxy | bye", "PodStopped");
        }
    }

    @Test
    void aJobOfItGoesOn() throws Exception {
        var script =
                "echo run >> %1$s/runs; [ $(wc -l < %1$s/runs) -gt 1 ] || exit 0;"
                                .formatted(directory)
                        + " until [ -e %s/go ]; do sleep 0.1; done".formatted(directory);
        var job =
                """
                apiVersion: batch/v1
                kind: Job
                metadata: {name: work}
                spec:
                  completions: 3
                  template:
                    spec:
                      restartPolicy: Never
                      containers: [{name: app, command: [sh, -c, "%s"]}]
                """
                        .formatted(script);
        var file = Files.writeString(directory.resolve("job.yaml"), job).toString();
        try (var first = earlier.start(state(), "run", "--isolation", "none", file)) {
            await("two runs", () -> lines("runs").size() == 2 && record().contains("=1"));
            first.crash();
        }
        touch("go");
        try (var second = ChildRun.start(state(), "run", "--isolation", "none", file)) {
            assertThat(second.await()).as(second::toString).isZero();
            assertThat(second.toString()).contains("left it with 1 of 3 succeeded", "3 of 3");
        }
        assertThat(lines("runs")).hasSize(3);
    }

    private String record() throws IOException {
        return Files.readString(state().resolve("jobs/default_work"));
    }
}
