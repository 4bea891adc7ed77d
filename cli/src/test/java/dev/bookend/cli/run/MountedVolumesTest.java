package dev.bookend.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bookend.cli.ChildRun;
import dev.bookend.cli.RunPlace;
import dev.bookend.cli.syntax.ExitCode;
import dev.bookend.runtime.OrdinaryUser;
import dev.bookend.runtime.process.ProcessRuntime;
import dev.bookend.runtime.process.place.Places;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Every kind of volume, mounted for real in a running pod: as root, and by [OrdinaryUserTest] as
/// an ordinary user.
class MountedVolumesTest {
    @TempDir Path directory;

    @BeforeEach
    void needsNamespaces() throws Exception {
        var unshare = new ProcessBuilder("unshare", "-Urm", "true").start();
        var given = unshare.waitFor(20, TimeUnit.SECONDS) && unshare.exitValue() == 0;
        assumeTrue(given || isRoot(), "needs root or user namespaces");
    }

    /// Files of other users are left to whoever comes after a pod: here that is nobody else.
    @AfterEach
    void removeForeignFiles() throws Exception {
        try (var runtime = ProcessRuntime.open(Places.below(directory.resolve("last")))) {
            runtime.files().remove(directory.resolve("state"));
        }
    }

    private static boolean isRoot() throws IOException {
        return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    }

    @Test
    void everyKindOfVolumeIsThere() throws Exception {
        var run = run(pod(volumes(), MOUNTS, LOOK));
        try (run) {
            assertThat(run.await()).as(run::toString).isZero();
        }
        assertThat(run.out())
                .as(run::toString)
                .contains(
                        "app | map: blue",
                        "app | mode: 400",
                        "app | secret: hush on tmpfs",
                        "app | label: shop",
                        "app | projected: blue hush",
                        "app | scratch: tmpfs",
                        "app | host: made",
                        "app | read-only: refused",
                        "app | part: word");
        if (isRoot()) {
            assertThat(run.out()).contains("app | size: 1024", "app | too much: refused");
        }
        assertThat(directory.resolve("new/made")).exists();
        assertThat(directory.resolve("file")).exists();
    }

    @Test
    void aHostPathOfTheWrongTypeIsRefusedAndSaysSo() throws Exception {
        var volumes =
                "[{name: h, hostPath: {path: %s/none, type: Directory}}]".formatted(directory);
        try (var run = run(pod(volumes, "[{name: h, mountPath: /h}]", "true"))) {
            assertThat(run.await()).as(run::toString).isEqualTo(ExitCode.FAILED.number());
            assertThat(run.toString()).contains(directory + "/none", "Directory");
        }
    }

    @Test
    void aChangedConfigMapFileReachesTheRunningPod() throws Exception {
        var look =
                "echo first: $(cat /map/colour); until grep -q red /map/colour; do sleep 0.1; done;"
                        + " echo then: $(cat /map/colour)";
        var volumes = "[{name: map, configMap: {name: settings}}]";
        try (var run = run(pod(volumes, "[{name: map, mountPath: /map}]", look))) {
            run.awaitLine("app | first: blue");
            var changed = OBJECTS.replace("blue", "red");
            var fresh = Files.writeString(directory.resolve("objects.new"), changed);
            var objects = directory.resolve("objects.yaml");
            Files.move(fresh, objects, StandardCopyOption.ATOMIC_MOVE);
            assertThat(run.await()).as(run::toString).isZero();
            assertThat(run.out()).contains("app | then: red");
        }
    }

    @Test
    void aConfigMapFileThatIsSpoiltOrGoneIsToldAndItsVolumesStay() throws Exception {
        var look =
                "echo began; until grep -q red /map/colour; do sleep 0.1; cat /map/colour >&2;"
                        + " done; echo then: $(cat /map/colour)";
        var volumes = "[{name: map, configMap: {name: settings}}]";
        var objects = directory.resolve("objects.yaml");
        try (var run = run(pod(volumes, "[{name: map, mountPath: /map}]", look))) {
            run.awaitLine("app | began");
            Files.writeString(objects, "kind: ConfigMap\ndata: [");
            run.awaitLine("not used; volumes keep what they have of it. " + objects + ":");
            Files.delete(objects);
            run.awaitLine(objects + " is gone; volumes keep what they have of it.");
            Files.writeString(objects, OBJECTS.replace("blue", "red"));
            assertThat(run.await()).as(run::toString).isZero();
            assertThat(run.out()).contains("app | then: red").noneMatch(it -> it.contains("cat:"));
        }
    }

    @Test
    void anotherUserWritesIntoVolumesOfTheFsGroup() throws Exception {
        assumeTrue(isRoot() || OrdinaryUser.hasRange(), "needs root or a range of users");
        try (var run = run(secured(GROUPED, "Never", GROUP_LOOK))) {
            assertThat(run.await()).as(run::toString).isZero();
            assertThat(run.out())
                    .as(run::toString)
                    .contains(
                            "app | I am 12345 of 12346 12347",
                            "app | disk: 12345 12347",
                            "app | deep: 12345 12347",
                            "app | memory: 12345 12347",
                            "app | map: blue 12347",
                            "app | secret: hush");
        }
    }

    @Test
    void anFsGroupOfOthersIsRefusedAtEveryTry() throws Exception {
        assumeFalse(isRoot() || OrdinaryUser.hasRange(), "root may give any group");
        var pod = secured("{fsGroup: 12347}", "Always", "echo began");
        try (var run = run(pod, "-o", "json")) {
            run.awaitLine("\"Failed\"", "only root may give any fsGroup");
            run.awaitLine("\"BackOff\"", "Back-off 20s").signal("TERM");
            assertThat(run.await()).as(run::toString).isZero();
            assertThat(RunPlace.words(run)).doesNotContain("Started app");
        }
    }

    @Test
    void anotherUserIsRefusedWithoutRootAndTheRemedyIsSaid() throws Exception {
        assumeFalse(isRoot() || OrdinaryUser.hasRange(), "root may be anybody");
        try (var run = run(secured("{runAsUser: 12345}", "Never", "echo began"))) {
            assertThat(run.await()).as(run::toString).isEqualTo(ExitCode.FAILED.number());
            assertThat(run.toString())
                    .contains("cannot run as user 12345", "package uidmap", "run Bookend as root")
                    .doesNotContain("app | began");
        }
    }

    /// Shows SAFE-2.
    @Test
    void filesOfAnotherUserAreGoneWithThePod() throws Exception {
        assumeTrue(isRoot() || OrdinaryUser.hasRange(), "needs root or a range of users");
        var leave =
                "mkdir -p /disk/a/b /memory/a/b; touch /disk/a/b/c; chmod 700 /disk/a /memory/a";
        try (var run = run(secured("{runAsUser: 12345}", "Never", leave))) {
            assertThat(run.await()).as(run::toString).isZero();
        }
        assertThat(directory.resolve("state/pods/default_kinds/volumes")).isEmptyDirectory();
    }

    private static String secured(String context, String policy, String script) {
        var volumes =
                """
                [{name: disk, emptyDir: {}}, {name: memory, emptyDir: {medium: Memory}},
                 {name: map, configMap: {name: settings, defaultMode: 256}},
                 {name: secret, secret: {secretName: key, defaultMode: 256}}]
                """;
        var mounts =
                """
                [{name: disk, mountPath: /disk}, {name: memory, mountPath: /memory},
                 {name: map, mountPath: /map}, {name: secret, mountPath: /secret}]
                """;
        return pod(volumes, mounts, script)
                .replace(
                        "restartPolicy: Never",
                        "restartPolicy: %s\n  securityContext: %s".formatted(policy, context));
    }

    private static final String GROUPED = "{runAsUser: 12345, runAsGroup: 12346, fsGroup: 12347}";

    private static final String GROUP_LOOK =
            """
            umask 077
            echo I am $(id -u) of $(id -G)
            echo x > /disk/file && echo disk: $(stat -c "%u %g" /disk/file)
            mkdir /disk/deep && echo x > /disk/deep/file
            echo deep: $(stat -c "%u %g" /disk/deep/file)
            echo x > /memory/file && echo memory: $(stat -c "%u %g" /memory/file)
            echo map: $(cat /map/colour) $(stat -L -c %g /map/colour)
            echo secret: $(cat /secret/word)
            """;

    private ChildRun run(String pod, String... options) throws IOException {
        var objects = Files.writeString(directory.resolve("objects.yaml"), OBJECTS).toString();
        return RunPlace.in(directory)
                .run(
                        pod,
                        Stream.concat(Stream.of(objects), Stream.of(options))
                                .toArray(String[]::new));
    }

    private static String pod(String volumes, String mounts, String script) {
        return """
        apiVersion: v1
        kind: Pod
        metadata: {name: kinds, labels: {app: shop}}
        spec:
          restartPolicy: Never
          volumes: %s
          containers:
          - name: app
            image: x
            volumeMounts: %s
            command: [sh, -c, %s]
        """
                .formatted(volumes.strip(), mounts.strip(), quoted(script.strip()));
    }

    private static String quoted(String script) {
        return "'%s'".formatted(script.replace("'", "''").replace("\n", "; "));
    }

    private static final String OBJECTS =
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: settings}
            data: {colour: blue}
            ---
            apiVersion: v1
            kind: Secret
            metadata: {name: key}
            stringData: {word: hush}
            """;

    private String volumes() {
        return """
        [{name: map, configMap: {name: settings, defaultMode: 256}},
         {name: secret, secret: {secretName: key}},
         {name: down, downwardAPI: {items: [
           {path: app, fieldRef: {fieldPath: "metadata.labels['app']"}}]}},
         {name: all, projected: {sources: [
           {configMap: {name: settings}}, {secret: {name: key}}]}},
         {name: scratch, emptyDir: {medium: Memory, sizeLimit: 1Mi}},
         {name: disk, emptyDir: {}},
         {name: host, hostPath: {path: %1$s/new, type: DirectoryOrCreate}},
         {name: file, hostPath: {path: %1$s/file, type: FileOrCreate}}]
        """
                .formatted(directory);
    }

    private static final String MOUNTS =
            """
            [{name: map, mountPath: /map}, {name: secret, mountPath: /secret},
             {name: down, mountPath: /down}, {name: all, mountPath: /all},
             {name: scratch, mountPath: /scratch}, {name: disk, mountPath: /disk},
             {name: disk, mountPath: /part, subPath: deep/part},
             {name: host, mountPath: /host}, {name: host, mountPath: /still, readOnly: true},
             {name: file, mountPath: /etc/made/file}]
            """;

    private static final String LOOK =
            """
            echo map: $(cat /map/colour)
            echo mode: $(stat -L -c %a /map/colour)
            echo secret: $(cat /secret/word) on $(stat -f -c %T /secret)
            echo label: $(cat /down/app)
            echo projected: $(cat /all/colour) $(cat /all/word)
            echo scratch: $(stat -f -c %T /scratch)
            echo size: $(df -k --output=size /scratch | tail -n 1)
            head -c 3000000 /dev/zero > /scratch/big 2> /dev/null || echo too much: refused
            touch /host/made && echo host: made
            touch /still/made 2> /dev/null || echo read-only: refused
            mkdir -p /disk/deep/part && echo word > /disk/deep/part/it && echo part: $(cat /part/it)
            test -f /etc/made/file
            """;
}
