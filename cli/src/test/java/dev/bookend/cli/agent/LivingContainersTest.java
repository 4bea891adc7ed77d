package dev.bookend.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.api.client.ApiClient;
import dev.bookend.api.client.KubeConfig;
import dev.bookend.api.resource.ApiError;
import dev.bookend.cli.AgentRun;
import dev.bookend.cli.RunPlace;
import dev.bookend.runtime.SmallDisk;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A container that lives is known, whatever became of what was written about it, and a delete that
/// was answered has ended it. Shows SAFE-4.
@Tag("slow")
class LivingContainersTest {
    /// Says its process id and, when it is told to end, its name.
    private static final String SCRIPT =
            "echo $$$$ > %1$s/%3$s.%2$s; trap 'echo %3$s >> %1$s/end.%2$s; exit 0' TERM;"
                    + " while :; do sleep 0.2; done";

    @TempDir Path directory;

    /// What may happen to what is written of a pod while nobody looks.
    private enum Damage {
        JOURNAL_GONE(true),
        JOURNAL_EMPTY(true),
        JOURNAL_CUT(true),
        JOURNAL_HEADER_ONLY(true),
        JOURNAL_DAMAGED(true),
        JOURNAL_OF_ANOTHER_VERSION(true),
        JOURNAL_UNREADABLE(true),
        MANIFEST_GONE(false),
        MANIFEST_GARBAGE(false),
        MANIFEST_CHANGED(true),
        DIRECTORY_GONE(false),
        RECORDS_GARBAGE(true),
        ATTEMPTS_GONE(true),
        RUNTIME_GONE(true);

        /// Whether a manifest is left that says the order, also without an object.
        private final boolean ordered;

        Damage(boolean ordered) {
            this.ordered = ordered;
        }

        String pod() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        void strike(Path state) throws IOException, InterruptedException {
            var pod = state.resolve("pods").resolve("default_" + pod());
            var journal = pod.resolve("journal");
            var manifest = pod.resolve("manifest.json");
            switch (this) {
                case JOURNAL_GONE -> Files.delete(journal);
                case JOURNAL_EMPTY -> Files.write(journal, new byte[0]);
                case JOURNAL_CUT -> cut(journal, 4);
                case JOURNAL_HEADER_ONLY -> cut(journal, 1);
                case JOURNAL_DAMAGED ->
                        Files.writeString(
                                journal,
                                Files.readString(journal).replace("started proxy", "started p"));
                case JOURNAL_OF_ANOTHER_VERSION ->
                        Files.writeString(
                                journal,
                                Files.readString(journal)
                                        .replaceFirst(
                                                "bookend-journal [0-9]+", "bookend-journal 9"));
                case JOURNAL_UNREADABLE -> {
                    Files.delete(journal);
                    Files.createDirectory(journal);
                }
                case MANIFEST_GONE -> Files.delete(manifest);
                case MANIFEST_GARBAGE -> Files.writeString(manifest, "{\"kind\": \"Pod\", \u0000");
                case MANIFEST_CHANGED ->
                        Files.writeString(
                                manifest,
                                Files.readString(manifest).replace("sleep 0.2", "sleep 1"));
                case DIRECTORY_GONE -> remove(pod);
                case RECORDS_GARBAGE -> scramble(attempts(state, pod));
                case ATTEMPTS_GONE -> {
                    remove(attempts(state, pod));
                    Files.createDirectory(attempts(state, pod));
                }
                case RUNTIME_GONE -> remove(attempts(state, pod).resolve("..").normalize());
            }
        }

        private static Path attempts(Path state, Path pod) throws IOException {
            var uid = Files.readString(pod.resolve("uid")).strip();
            return state.resolve("runtime").resolve("pods").resolve(uid).resolve("attempts");
        }

        private static void cut(Path journal, int lines) throws IOException {
            var text =
                    Files.readString(journal)
                            .lines()
                            .limit(lines)
                            .collect(Collectors.joining("\n", "", "\n"));
            Files.writeString(journal, text);
        }

        private static void remove(Path tree) throws IOException, InterruptedException {
            assertThat(SmallDisk.call("rm", "-rf", tree.toString())).isZero();
        }

        private static void scramble(Path attempts) throws IOException {
            try (var all = Files.list(attempts)) {
                for (var attempt : all.toList()) {
                    Files.writeString(attempt.resolve("record"), "garbage");
                }
            }
            Files.createDirectory(attempts.resolve("no attempt"));
        }
    }

    private String pod(Damage damage) {
        var pod = damage.pod();
        return """
        apiVersion: v1
        kind: Pod
        metadata:
          name: %s
          annotations: {kruise.io/container-exit-priority: '{"proxy": 1}'}
        spec:
          terminationGracePeriodSeconds: 20
          containers:
          - name: app
            command: [sh, -c, "%s"]
          - name: proxy
            env: [{name: KRUISE_CONTAINER_PRIORITY, value: "1"}]
            command: [sh, -c, "%s"]
        ---
        """
                .formatted(
                        pod,
                        SCRIPT.formatted(directory, pod, "app"),
                        SCRIPT.formatted(directory, pod, "proxy"));
    }

    private String pods() {
        return Stream.of(Damage.values()).map(this::pod).collect(Collectors.joining());
    }

    private List<ProcessHandle> processes(Damage damage) throws IOException {
        var all = new ArrayList<ProcessHandle>();
        for (var name : List.of("app", "proxy")) {
            var pid = Files.readString(directory.resolve(name + "." + damage.pod())).strip();
            ProcessHandle.of(Long.parseLong(pid)).ifPresent(all::add);
        }
        return all;
    }

    /// Nothing may be left behind on the machine.
    @AfterEach
    void end() throws IOException {
        for (var damage : Damage.values()) {
            if (Files.exists(directory.resolve("proxy." + damage.pod()))) {
                processes(damage).forEach(ProcessHandle::destroyForcibly);
            }
        }
    }

    private void hasEnded(Damage damage, boolean ordered) throws IOException {
        assertThat(processes(damage)).as(damage + " is over").noneMatch(ProcessHandle::isAlive);
        var ends = Files.readAllLines(directory.resolve("end." + damage.pod()));
        if (ordered) {
            assertThat(ends).as(damage.name()).containsExactly("app", "proxy");
        } else {
            assertThat(ends).as(damage.name()).containsExactlyInAnyOrder("app", "proxy");
        }
    }

    private void awaitAll() {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(
                        () ->
                                Stream.of(Damage.values())
                                        .map(it -> directory.resolve("app." + it.pod()))
                                        .allMatch(
                                                it ->
                                                        Files.exists(it)
                                                                && it.toFile().length() > 1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anAgentAdoptsOrNamesThemAndDeleteEndsThem(boolean stored) throws Exception {
        try (var agent = AgentRun.start(directory, "--isolation", "none")) {
            agent.write("pods.yaml", pods());
            agent.bookend("apply", "-f", directory.resolve("pods.yaml").toString()).well();
            awaitAll();
            assertThat(agent.agent().signal("TERM").await()).isZero();
            if (!stored) {
                Files.write(agent.state().resolve("api").resolve("objects"), new byte[0]);
            }
            for (var damage : Damage.values()) {
                damage.strike(agent.state());
            }
            agent.again();
            awaitNamed(agent);
            for (var damage : Damage.values()) {
                assertThat(processes(damage)).as(damage + " lives").hasSize(2);
                agent.bookend("delete", damage.pod()).well();
                hasEnded(damage, damage.ordered || stored);
                var again = agent.bookend("delete", damage.pod());
                assertThat(again.out() + again.err()).doesNotContain("pod deleted");
            }
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(readyz(agent)).isEqualTo("ok"));
        }
    }

    private static String readyz(AgentRun agent) throws IOException, InterruptedException {
        try (var client = new ApiClient(KubeConfig.read(agent.kubeconfig(), Optional.empty()));
                var answer = client.stream("GET", "/readyz")) {
            return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
        } catch (ApiError error) {
            return String.valueOf(error.getMessage());
        }
    }

    /// Every pod is either adopted, or named in the log, in an event and at `/readyz`.
    private static void awaitNamed(AgentRun agent) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(
                        () -> {
                            var pods = agent.bookend("get", "pods").out();
                            var events = agent.bookend("get", "events").out();
                            var ready = readyz(agent);
                            for (var damage : Damage.values()) {
                                var adopted =
                                        pods.lines()
                                                .anyMatch(
                                                        it ->
                                                                it.startsWith(damage.pod() + " ")
                                                                        && it.contains("2/2"));
                                assertThat(pods).contains(damage.pod());
                                if (!adopted) {
                                    assertThat(events).contains(damage.pod());
                                    assertThat(ready).contains("pod default/" + damage.pod());
                                    assertThat(agent.agent().toString())
                                            .contains("pod default/" + damage.pod());
                                }
                            }
                        });
    }

    @Test
    void withoutAnAgentDeleteEndsWhatARunLeft() throws Exception {
        var place = RunPlace.in(directory);
        try (var run = place.run(pods(), "--isolation", "none")) {
            awaitAll();
            run.crash();
        }
        for (var damage : Damage.values()) {
            damage.strike(place.state());
        }
        for (var damage : Damage.values()) {
            try (var delete = place.delete(damage.pod())) {
                assertThat(delete.await()).as(delete::toString).isZero();
                assertThat(delete.toString())
                        .contains("pod default/%s deleted".formatted(damage.pod()));
            }
            hasEnded(damage, damage.ordered);
        }
    }

    @Test
    void anAgentNamesWhatARunLeft() throws Exception {
        var place = RunPlace.in(directory);
        var damage = Damage.MANIFEST_CHANGED;
        try (var run = place.run(pod(damage), "--isolation", "none")) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> Files.exists(directory.resolve("app." + damage.pod())));
            run.crash();
        }
        try (var agent = AgentRun.start(directory, "--isolation", "none")) {
            agent.agent().awaitError("default/" + damage.pod(), "bookend delete");
            agent.bookend("delete", damage.pod()).well();
            hasEnded(damage, true);
        }
    }
}
