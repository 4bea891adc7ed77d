package dev.bookend.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bookend.cli.ChildRun;
import dev.bookend.cli.RunPlace;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Somebody who can write where root keeps volumes leads it nowhere. The swaps are made from
/// outside, as a container would make them that saw the place. Shows SAFE-2.
@Tag("slow")
class HostileVolumesTest {
    private static final List<String> PLACES =
            List.of("/run/bookend-0-volumes", "/dev/shm/bookend-0-volumes");

    @TempDir Path directory;
    private Path victim;

    @BeforeEach
    void makeVictim() throws Exception {
        assumeTrue(Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "needs root");
        victim = Files.createDirectories(directory.resolve("victim"));
        Files.createDirectories(victim.resolve("keys/..data/deep"));
        for (var file : List.of("word", "keys/word", "keys/..data/word", "keys/..data/deep/x")) {
            Files.writeString(victim.resolve(file), "mine");
        }
        Files.setAttribute(victim, "unix:mode", 0700);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mv keys aside; ln -s VICTIM keys",
                "cd ..; mv UID UID.aside; ln -s VICTIM UID",
                "cd keys; now=$(readlink ..data); rm -r $now; ln -s VICTIM $now",
                "cd keys; rm word ..data; ln -s VICTIM ..data; mkdir word; ln -s VICTIM word/link",
                "cd keys; for i in 1 2 3; do ln -s VICTIM ..$i; ln -s VICTIM $i; done",
                "cd keys; now=$(readlink ..data); ln -s VICTIM $now/link; mkfifo $now/fifo",
                "ln -s VICTIM .keys; ln -s VICTIM keys/..link-draft"
            })
    void anUpdateAndAnEndTouchNothingElse(String swap) throws Exception {
        var before = facts();
        try (var run = run("until grep -q red /map/colour; do sleep 0.1; done")) {
            run.awaitLine("app | began");
            var place = place();
            swap(place, swap);
            change();
            assertThat(run.await()).as(run::toString).isZero();
            assertThat(facts()).isEqualTo(before);
            sh("rm -rf " + place + " " + place + ".aside");
        }
        assertThat(directory.resolve("state/pods/default_hostile/volumes")).isEmptyDirectory();
    }

    @Test
    void aContainerOfTheHostsIpcSwapsAllThatItFinds() throws Exception {
        var before = facts();
        var swap =
                "for at in /dev/shm/bookend*/* /dev/shm/bookend*/*/*; do mv $at $at.aside && ln -s "
                        + victim
                        + " $at; done 2> /dev/null; until grep -q red /map/colour; do sleep 0.1;"
                        + " done";
        try (var run = run(swap, "hostIPC: true")) {
            run.awaitLine("app | began");
            change();
            assertThat(run.await()).as(run::toString).isZero();
        }
        assertThat(facts()).isEqualTo(before);
    }

    @Test
    void aTreeOfAnyDepthGoesWithItsPod() throws Exception {
        var deep =
                "p=$(printf 'd/%.0s' $(seq 1500)); cd /scratch; for i in 1 2 3 4; do mkdir -p $p;"
                        + " cd -P $p; echo x > file; ln -s / link; done; chmod 0 .; echo dug";
        try (var run = run(deep)) {
            run.awaitLine("app | dug");
            assertThat(run.await()).as(run::toString).isZero();
        }
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .untilAsserted(
                        () ->
                                assertThat(directory.resolve("state/pods/default_hostile/volumes"))
                                        .isEmptyDirectory());
    }

    private ChildRun run(String script, String... more) throws IOException {
        Files.writeString(directory.resolve("objects.yaml"), OBJECTS);
        var pod =
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: hostile}
                spec:
                  restartPolicy: Never
                  %s
                  volumes: [{name: keys, secret: {secretName: key}},
                    {name: map, configMap: {name: settings}}, {name: scratch, emptyDir: {}}]
                  containers:
                  - name: app
                    volumeMounts: [{name: keys, mountPath: /keys}, {name: map, mountPath: /map},
                      {name: scratch, mountPath: /scratch}]
                    command: [sh, -c, "echo began; %s"]
                """
                        .formatted(String.join("\n  ", more), script);
        return RunPlace.in(directory).run(pod, directory.resolve("objects.yaml").toString());
    }

    /// Where the run keeps the Secret's volume.
    private Path place() throws IOException {
        var uid = Files.readString(directory.resolve("state/pods/default_hostile/uid")).strip();
        return PLACES.stream()
                .map(place -> Path.of(place, uid))
                .filter(Files::isDirectory)
                .findFirst()
                .orElseThrow();
    }

    private void swap(Path place, String script) throws Exception {
        var words = script.replace("VICTIM", victim.toString());
        sh("cd %s && %s".formatted(place, words.replace("UID", place.getFileName().toString())));
    }

    private static void sh(String script) throws Exception {
        var shell = new ProcessBuilder("sh", "-ec", script).inheritIO().start();
        assertThat(shell.waitFor(20, TimeUnit.SECONDS) && shell.exitValue() == 0).isTrue();
    }

    /// Both objects change; the container sees the second one, which comes after the first.
    private void change() throws IOException {
        var fresh = directory.resolve("objects.new");
        Files.writeString(fresh, OBJECTS.replace("blue", "red").replace("hush", "shout"));
        Files.move(fresh, directory.resolve("objects.yaml"), StandardCopyOption.ATOMIC_MOVE);
    }

    private Map<String, String> facts() throws IOException {
        var facts = new TreeMap<String, String>();
        try (Stream<Path> all = Files.walk(victim)) {
            for (var each : all.toList()) {
                var mode = Files.getAttribute(each, "unix:mode");
                var text = Files.isRegularFile(each) ? Files.readString(each) : "";
                facts.put(each.toString(), mode + " " + text);
            }
        }
        return facts;
    }

    private static final String OBJECTS =
            """
            apiVersion: v1
            kind: Secret
            metadata: {name: key}
            stringData: {word: hush}
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: settings}
            data: {colour: blue}
            """;
}
