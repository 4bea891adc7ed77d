package dev.bookend.manifest.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.bookend.lifecycle.rules.Home;
import dev.bookend.manifest.json.JsonDice;
import dev.bookend.manifest.text.ManifestSource;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/// Manifests with a changed structure and files with changed bytes: the reader and the planner
/// answer each of them, within time, and say where each finding is.
class MutatedManifestsTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration SHORT = Duration.ofSeconds(1);
    private static final Duration LONG = Duration.ofSeconds(45);

    @Test
    void everyStructureIsAnswered() throws IOException {
        structures(new FuzzTime(300, SHORT), 1);
    }

    @Test
    void everyFileIsAnswered() throws IOException {
        bytes(new FuzzTime(300, SHORT), 2);
    }

    @Test
    @Tag("slow")
    void everyStructureIsAnsweredForLong() throws IOException {
        structures(new FuzzTime(0, LONG), System.nanoTime());
    }

    @Test
    @Tag("slow")
    void everyFileIsAnsweredForLong() throws IOException {
        bytes(new FuzzTime(0, LONG), System.nanoTime());
    }

    private static void structures(FuzzTime time, long seed) throws IOException {
        var documents =
                samples().stream()
                        .flatMap(
                                sample ->
                                        ManifestReader.read("sample", text(sample)).pods().stream())
                        .map(ManifestDocument.PodDocument::json)
                        .toList();
        for (var round = time.next(); round >= 0; round = time.next()) {
            var document = documents.get(round % documents.size());
            var dice = new JsonDice(seed + round, document);
            judge(dice.changed(document, 5 + round % 40).line().getBytes(StandardCharsets.UTF_8));
        }
    }

    private static void bytes(FuzzTime time, long seed) throws IOException {
        var samples = samples();
        for (var round = time.next(); round >= 0; round = time.next()) {
            judge(mutated(samples, new SplittableRandom(seed + round)));
        }
    }

    private static byte[] mutated(List<byte[]> samples, SplittableRandom random) {
        var bytes = samples.get(random.nextInt(samples.size())).clone();
        for (var left = random.nextInt(8); left > 0; left--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        for (var left = random.nextInt(4); left > 0; left--) {
            bytes[random.nextInt(bytes.length)] =
                    (byte) "{}[]:,&*!|>'\"%@`#-? \n\t".charAt(random.nextInt(22));
        }
        if (random.nextInt(3) > 0) {
            return bytes;
        }
        var other = samples.get(random.nextInt(samples.size()));
        var cut = random.nextInt(bytes.length);
        var joined = Arrays.copyOf(bytes, cut + other.length / 2);
        System.arraycopy(other, other.length / 2, joined, cut, other.length / 2);
        return joined;
    }

    private static void judge(byte[] bytes) {
        try {
            assertTimeoutPreemptively(LIMIT, () -> answered(bytes));
        } catch (RuntimeException | Error bug) {
            throw new AssertionError("base64: " + Base64.getEncoder().encodeToString(bytes), bug);
        }
    }

    private static void answered(byte[] bytes) {
        var source = ManifestSource.of("fuzz", new ByteArrayInputStream(bytes));
        var file = ManifestReader.read(source);
        for (var home : Home.values()) {
            var verdict = new ManifestJudge(home, Set.of()).judge(file);
            assertThat(verdict.findings())
                    .allSatisfy(it -> assertThat(it.at().line()).isPositive())
                    .allSatisfy(it -> assertThat(it.at().column()).isPositive())
                    .allSatisfy(it -> assertThat(it.finding().sentence()).doesNotContain("\n"));
            if (!verdict.anyError()) {
                assertThat(verdict.pods()).hasSameSizeAs(file.pods());
            }
        }
    }

    private static List<byte[]> samples() throws IOException {
        var places = List.of(Path.of("../examples"), Path.of("src/test/resources"));
        var files = places.stream().flatMap(MutatedManifestsTest::manifests).sorted().toList();
        assertThat(files).hasSizeGreaterThan(8);
        return files.stream().map(MutatedManifestsTest::read).toList();
    }

    private static Stream<Path> manifests(Path directory) {
        try (var files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".yaml")).toList().stream();
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
