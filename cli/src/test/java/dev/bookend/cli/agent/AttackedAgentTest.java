package dev.bookend.cli.agent;

import static dev.bookend.cli.agent.Attacker.Ask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.api.client.ApiClient;
import dev.bookend.api.client.KubeConfig;
import dev.bookend.cli.AgentRun;
import dev.bookend.cli.ChildRun;
import dev.bookend.cli.RunPlace;
import dev.bookend.cli.agent.Attacker.Answer;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The agent with the memory that the launcher gives it, and clients that have its token and want
/// too much: they are refused in words, and neither it nor its pods come to harm. Shows SAFE-5.
@Tag("slow")
class AttackedAgentTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String POD = "/api/v1/namespaces/default/pods/web";
    private static final String JSON = "application/json";
    private static final int MOST_MAPS = 400;
    private static final int MOST = 256;
    private static final int WATCHERS = MOST - 16;
    private static final int KIB = 1024;
    private static final long GROWTH = 24L * KIB;

    @TempDir Path directory;

    /// Objects of the two shapes that take the most: long texts and many values.
    private static String map(int number, int version) {
        var data =
                number % 2 == 0
                        ? "\"a\":\"%s\"".formatted(String.valueOf(version).repeat(700 * KIB))
                        : IntStream.range(0, 5000)
                                .mapToObj(i -> "\"k%d-%d\":\"%d\"".formatted(version, i, i))
                                .collect(Collectors.joining(","));
        return "{\"metadata\":{\"name\":\"map-%d\"},\"data\":{%s}}".formatted(number, data);
    }

    @Test
    void aTokenEndsNeitherTheAgentNorItsPods() throws Exception {
        try (var agent = AgentRun.startAsLaunched(directory, "--isolation", "none")) {
            agent.write("pod.yaml", RunPlace.WEB);
            agent.bookend("apply", "-f", directory.resolve("pod.yaml").toString()).well();
            agent.awaitOutput("2/2", "get", "pods");
            var containers = containers(agent);
            attack(agent);
            isWell(agent, containers);
            agent.crash();
            isWell(agent, containers);
            try (var attacker = new Attacker(agent.kubeconfig())) {
                assertThat(attacker.ask(Ask.get(MAPS)).code()).isEqualTo(200);
                deletions(attacker);
            }
            isWell(agent, containers);
        }
    }

    private static void attack(AgentRun agent) throws Exception {
        try (var attacker = new Attacker(agent.kubeconfig())) {
            fill(attacker);
            var full = used(agent);
            lists(attacker);
            bodies(attacker);
            attacker.goAway();
            streams(attacker);
            attacker.goAway();
            watchers(attacker);
            attacker.goAway();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .untilAsserted(
                            () ->
                                    assertThat(used(agent) - full)
                                            .as("KiB that stay")
                                            .isLessThan(GROWTH));
        }
    }

    private static void fill(Attacker attacker) throws IOException {
        for (var i = 0; i < MOST_MAPS; i++) {
            var answer = attacker.ask(Ask.of("POST", MAPS, JSON, map(i, 1)));
            if (answer.code() == 507) {
                assertThat(answer.words()).contains("delete something first");
                return;
            }
            assertThat(answer.code()).as(answer::words).isIn(201, 409);
        }
        throw new AssertionError("the store took %d objects".formatted(MOST_MAPS));
    }

    /// Three clients that do not read on, while others ask for the same.
    private static void lists(Attacker attacker) throws Exception {
        var table = "Accept: application/json;as=Table;v=v1;g=meta.k8s.io";
        var shown = "?includeObject=Object";
        attacker.leaveUnread(Ask.get(MAPS));
        var asks =
                List.of(
                        Ask.get(MAPS),
                        Ask.get(MAPS + shown).with(table),
                        Ask.get(MAPS).with("Accept: application/yaml"),
                        Ask.get(MAPS + "?limit=7"),
                        Ask.get(MAPS + "?labelSelector=" + "a%2C".repeat(500) + "a"));
        var all = new ArrayList<Callable<Answer>>();
        for (var i = 0; i < 4; i++) {
            asks.forEach(it -> all.add(() -> attacker.ask(it)));
            asks.forEach(it -> all.add(() -> attacker.leaveUnread(it)));
        }
        refusedInWords(all);
    }

    /// Small texts that would make large things, and large ones, all at once.
    private static void bodies(Attacker attacker) throws Exception {
        var copies =
                IntStream.range(0, 40)
                        .mapToObj(
                                "{\"op\":\"copy\",\"from\":\"/data\",\"path\":\"/data/c%d\"}"
                                        ::formatted)
                        .collect(Collectors.joining(",", "[", "]"));
        var laughs =
                IntStream.range(1, 30)
                        .mapToObj(
                                i ->
                                        "a%d: &a%d [%s]\n"
                                                .formatted(
                                                        i, i, "*a%d,".formatted(i - 1).repeat(9)))
                        .collect(Collectors.joining("", "a0: &a0 [x]\n", ""));
        var asks =
                List.of(
                        Ask.of("PATCH", MAPS + "/map-1", "application/json-patch+json", copies),
                        Ask.of("POST", MAPS, "application/yaml", laughs),
                        Ask.of("POST", MAPS, JSON, "{\"a\":".repeat(500_000)),
                        Ask.of("POST", MAPS, JSON, "[" + "0,".repeat(1_500_000) + "0]"),
                        Ask.of("POST", MAPS, "application/yaml", "- ".repeat(1_000_000)),
                        Ask.of("PUT", MAPS + "/map-2", JSON, map(2, 7)),
                        Ask.of("POST", MAPS, JSON, "{\"a\":\"" + "é".repeat(1_500_000) + "\"}"));
        var large = attacker.ask(Ask.of("POST", MAPS, JSON, "x".repeat(4_000_000)));
        assertThat(large.code()).as(large::words).isEqualTo(413);
        var all = new ArrayList<Callable<Answer>>();
        for (var i = 0; i < 6; i++) {
            asks.forEach(it -> all.add(() -> attacker.ask(it)));
        }
        refusedInWords(all);
    }

    /// Logs that are followed and commands that print, all left unread.
    private static void streams(Attacker attacker) throws Exception {
        var exec =
                Ask.get(POD + "/exec?container=app&command=yes&stdout=true")
                        .with("Connection: Upgrade")
                        .with("Upgrade: websocket")
                        .with("Sec-WebSocket-Version: 13")
                        .with("Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==")
                        .with("Sec-WebSocket-Protocol: v5.channel.k8s.io");
        var log = Ask.get(POD + "/log?container=app&follow=true");
        var all = new ArrayList<Callable<Answer>>();
        for (var i = 0; i < 60; i++) {
            all.add(() -> attacker.leaveUnread(exec));
            all.add(() -> attacker.leaveUnread(log));
        }
        refusedInWords(all);
    }

    /// As many as there may be, none of which reads, while everything changes.
    private static void watchers(Attacker attacker) throws Exception {
        var list = attacker.ask(Ask.get(MAPS + "?limit=1")).words();
        var version = Pattern.compile("\"resourceVersion\":\"([0-9]+)\"").matcher(list);
        assertThat(version.find()).as(list).isTrue();
        var watch = Ask.get(MAPS + "?watch=true&resourceVersion=" + version.group(1));
        var all = new ArrayList<Callable<Answer>>();
        for (var i = 0; i < WATCHERS; i++) {
            var ask = i % 32 == 0 ? Ask.get(MAPS + "?watch=true") : watch;
            all.add(() -> attacker.leaveUnread(ask));
        }
        refusedInWords(all);
        for (var i = 0; i < 8; i++) {
            var answer = attacker.ask(Ask.of("PUT", MAPS + "/map-" + i, JSON, map(i, 8)));
            assertThat(answer.code()).as(answer::words).isIn(200, 507);
        }
        var refused = 0;
        for (var i = 0; i < MOST && refused == 0; i++) {
            var answer = attacker.leaveUnread(Ask.get("/version"));
            refused += answer.code() == 503 ? 1 : 0;
            assertThat(answer.words()).containsAnyOf("200 OK", "too many connections");
        }
        assertThat(refused).isOne();
    }

    private static void deletions(Attacker attacker) throws Exception {
        var all = new ArrayList<Callable<Answer>>();
        for (var i = 0; i < 4; i++) {
            all.add(() -> attacker.ask(Ask.of("DELETE", MAPS, JSON, "")));
        }
        refusedInWords(all);
        assertThat(attacker.ask(Ask.get(MAPS)).words()).doesNotContain("map-");
    }

    /// Whatever the answers are, they are no faults of ours, and all others are heard meanwhile.
    private static void refusedInWords(List<Callable<Answer>> all) throws Exception {
        try (var threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
            var answers = all.stream().map(threads::submit).toList();
            for (Future<Answer> each : answers) {
                var answer = each.get(90, TimeUnit.SECONDS);
                assertThat(answer.code()).as(answer::words).isNotIn(0, 500);
            }
        }
    }

    private static String containers(AgentRun agent) throws Exception {
        try (var client = new ApiClient(KubeConfig.read(agent.kubeconfig(), Optional.empty()))) {
            return client.get(POD).at("status", "containerStatuses").orElseThrow().line();
        }
    }

    private static void isWell(AgentRun agent, String containers) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(
                        () -> {
                            assertThat(containers(agent)).isEqualTo(containers);
                            try (var attacker = new Attacker(agent.kubeconfig())) {
                                var live = attacker.ask(Ask.get("/livez"));
                                assertThat(live.code()).as(live::words).isEqualTo(200);
                            }
                        });
    }

    /// What the agent's objects take once all that can go is gone, in KiB.
    private static long used(AgentRun agent) throws Exception {
        var pid = String.valueOf(agent.agent().pid());
        jcmd(pid, "GC.run");
        var heap = Pattern.compile("used ([0-9]+)K").matcher(jcmd(pid, "GC.heap_info"));
        var sum = 0L;
        while (heap.find()) {
            sum += Long.parseLong(heap.group(1));
        }
        assertThat(sum).isPositive();
        return sum;
    }

    private static String jcmd(String... words) throws Exception {
        var command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "jcmd")
                                        .toString()));
        command.addAll(List.of(words));
        try (var run = ChildRun.of(new ProcessBuilder(command))) {
            assertThat(run.await()).as(run::toString).isZero();
            return run.toString();
        }
    }
}
