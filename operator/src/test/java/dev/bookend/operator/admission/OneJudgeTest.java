package dev.bookend.operator.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.lifecycle.rules.Home;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.read.ManifestDocument.PodDocument;
import dev.bookend.manifest.read.ManifestJudge;
import dev.bookend.manifest.read.ManifestReader;
import dev.bookend.manifest.read.WorkloadKind;
import dev.bookend.manifest.text.LocatedFinding;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// `check --home cluster` and the webhooks say the same of the same pod.
class OneJudgeTest {
    private static final Path ROOT = Path.of("..");
    private static final Set<String> PLACES = Set.of("examples", "docs", "e2e", "deploy", "bench");
    private static final Set<String> OF_THE_API_SERVER = Set.of("kubernetes", "yaml");
    private static final Pattern FENCE = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);
    private static final String REFUSAL = "Bookend refuses this pod: ";
    private static final int FUZZED = 400;

    /// A pod with the place where it was found.
    record Found(String place, Json pod) {
        @Override
        public String toString() {
            return place;
        }
    }

    static Stream<Found> podsOfTheProject() throws IOException {
        try (var files = Files.walk(ROOT)) {
            var found =
                    files.filter(OneJudgeTest::isManifest)
                            .sorted()
                            .flatMap(OneJudgeTest::pods)
                            .toList();
            assertThat(found).hasSizeGreaterThan(30);
            return found.stream();
        }
    }

    static Stream<Found> fuzzedPods() {
        return IntStream.range(0, FUZZED)
                .mapToObj(seed -> new Found("seed " + seed, new PodJsonDice(seed).pod()));
    }

    /// Shows INPUT-8.
    @ParameterizedTest
    @MethodSource({"podsOfTheProject", "fuzzedPods"})
    void checkSaysWhatTheWebhookSays(Found found) {
        var checked = checked(found.pod());
        var answer = ReviewedPods.answer(found.pod());
        if (checked.stream().anyMatch(it -> it.isError() && isOfTheApiServer(it))) {
            return;
        }
        assertThat(said(answer)).isEqualTo(lines(checked));
    }

    private static List<Finding> checked(Json pod) {
        var judge = new ManifestJudge(Home.CLUSTER, Set.of());
        return judge.judge(ManifestReader.read("pod", pod)).findings().stream()
                .map(LocatedFinding::finding)
                .toList();
    }

    private static boolean isOfTheApiServer(Finding finding) {
        return OF_THE_API_SERVER.contains(finding.rule());
    }

    private static List<String> lines(List<Finding> findings) {
        return findings.stream()
                .filter(it -> !isOfTheApiServer(it))
                .map(it -> (it.isError() ? "error " : "warning ") + it.sentence())
                .sorted()
                .toList();
    }

    private static List<String> said(Json answer) {
        var all = new ArrayList<String>();
        var message = answer.at("status", "message").flatMap(Json::text);
        assertThat(message.isPresent())
                .isEqualTo(!answer.field("allowed").flatMap(Json::flag).get());
        message.ifPresent(
                text ->
                        text.substring(REFUSAL.length())
                                .lines()
                                .forEach(line -> all.add("error " + line)));
        answer.field("warnings").map(Json::elements).orElse(List.of()).stream()
                .flatMap(it -> it.text().stream())
                .forEach(line -> all.add("warning " + line));
        return all.stream().sorted().toList();
    }

    private static boolean isManifest(Path file) {
        var way = ROOT.relativize(file).toString();
        var known = PLACES.contains(way.split("/", -1)[0]) || way.contains("src/test/resources/");
        return known && !way.contains("/target/") && way.matches(".*\\.(yaml|yml|json|md|case)");
    }

    private static Stream<Found> pods(Path file) {
        try {
            var text = Files.readString(file);
            var texts =
                    file.toString().endsWith(".md")
                            ? FENCE.matcher(text).results().map(it -> it.group(1))
                            : Stream.of(text.split("=====\n", -1)[0]);
            return texts.flatMap(it -> ManifestReader.read("file", it).pods().stream())
                    .flatMap(it -> pod(it).stream())
                    .map(it -> new Found(file.toString(), it));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /// The pod itself, or the one that a workload makes.
    private static Optional<Json> pod(PodDocument document) {
        if (document.kind() == WorkloadKind.POD) {
            return Optional.of(document.json());
        }
        var way =
                document.kind() == WorkloadKind.CRON_JOB
                        ? new String[] {"spec", "jobTemplate", "spec", "template"}
                        : new String[] {"spec", "template"};
        return document.json().at(way).map(it -> made(it, document.pod().meta().name()));
    }

    private static Json made(Json template, String name) {
        var meta = Json.object().put("generateName", name + "-");
        for (var field : List.of("labels", "annotations")) {
            template.at("metadata", field).ifPresent(it -> meta.put(field, it));
        }
        var pod = Json.object().put("apiVersion", "v1").put("kind", "Pod");
        pod.put("metadata", meta.done());
        template.field("spec").ifPresent(it -> pod.put("spec", it));
        return pod.done();
    }
}
