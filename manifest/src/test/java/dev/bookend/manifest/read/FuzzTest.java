package dev.bookend.manifest.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.bookend.lifecycle.rules.Home;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/// Feeds the reader broken and odd manifests: it always answers, with findings or with plans.
class FuzzTest {
    private static final int ROUNDS = 400;
    private static final String SEED_POD =
            """
            apiVersion: v1
            kind: Pod
            metadata:
              name: web
              labels: {apps.kruise.io/container-launch-priority: Ordered}
              annotations:
                kruise.io/container-exit-priority: '{"a":2,"b":1}'
                bookend.dev/sidecars: "b"
            spec:
              restartPolicy: Always
              terminationGracePeriodSeconds: 30
              volumes: [{name: v, emptyDir: {}}, {name: w, secret: {secretName: s}}]
              initContainers: [{name: i, restartPolicy: Always, env: [{name: A, value: "1"}]}]
              containers:
              - name: a
                image: a:1
                command: [sh, -c, "sleep 1"]
                env:
                - {name: KRUISE_CONTAINER_PRIORITY, value: "1"}
                - {name: B, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
                ports: [{containerPort: 80, name: http}]
                readinessProbe: {httpGet: {port: http, path: /}, periodSeconds: 1}
                lifecycle: {preStop: {sleep: {seconds: 3}}, type: Standard}
                volumeMounts: [{name: v, mountPath: /v}]
                resources: {limits: {cpu: 1, memory: 1Gi}}
              - name: b
                startupProbe: {exec: {command: ["true"]}}
            """;
    private static final List<String> ODD =
            List.of(
                    "~",
                    "{}",
                    "[]",
                    "''",
                    "-1",
                    "0",
                    "99999999999999999999",
                    "9223372036854775807",
                    "1.5",
                    "true",
                    "yes",
                    "&x y",
                    "*x",
                    "!!str 1",
                    "\"\\ud800\"",
                    "<<",
                    "? a",
                    "|",
                    "'{\"a\":1,\"a\":2}'",
                    "SIGTERM",
                    "-",
                    ":",
                    "#",
                    "\t",
                    "é",
                    "[a, [b, {c: d}]]",
                    "Sidecar",
                    "a,b,,a");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void alwaysAnswers(long seed) {
        var random = new SplittableRandom(seed);
        for (var round = 0; round < ROUNDS; round++) {
            var text = mutated(random);
            try {
                judge(text);
            } catch (RuntimeException bug) {
                fail("seed %d, round %d:\n%s".formatted(seed, round, text), bug);
            }
        }
    }

    private static void judge(String text) {
        var file = ManifestReader.read("fuzz", text);
        var verdict = new ManifestJudge(Home.EMBEDDED, Set.of()).judge(file);
        assertThat(verdict.findings())
                .allSatisfy(it -> assertThat(it.at().line()).isPositive())
                .allSatisfy(it -> assertThat(it.finding().sentence()).doesNotContain("\n"));
        if (!verdict.anyError()) {
            assertThat(verdict.pods()).hasSameSizeAs(file.pods());
        }
    }

    private static String mutated(SplittableRandom random) {
        var lines = new ArrayList<>(List.of(SEED_POD.split("\n", -1)));
        var edits = 1 + random.nextInt(4);
        for (var i = 0; i < edits; i++) {
            var at = random.nextInt(lines.size());
            edit(lines, at, random);
        }
        return String.join("\n", lines);
    }

    private static void edit(List<String> lines, int at, SplittableRandom random) {
        var line = lines.get(at);
        switch (random.nextInt(7)) {
            case 0 -> lines.remove(at);
            case 1 -> lines.add(at, line);
            case 2 -> lines.set(at, " ".repeat(random.nextInt(3)) + line);
            case 3 ->
                    lines.set(at, line.replaceFirst(": .*", ": " + odd(random).replace("\\", "")));
            case 4 ->
                    lines.set(
                            at,
                            line.replaceFirst(
                                    "[a-z0-9]+(?=[,}\\]])", odd(random).replace("\\", "")));
            case 5 -> lines.set(at, swapped(line, random));
            default -> lines.set(at, cut(line, random));
        }
    }

    private static String odd(SplittableRandom random) {
        return ODD.get(random.nextInt(ODD.size()));
    }

    private static String cut(String line, SplittableRandom random) {
        return line.substring(0, random.nextInt(line.length() + 1));
    }

    private static String swapped(String line, SplittableRandom random) {
        if (line.isEmpty()) {
            return odd(random);
        }
        var at = random.nextInt(line.length());
        return line.substring(0, at) + odd(random) + line.substring(at);
    }
}
