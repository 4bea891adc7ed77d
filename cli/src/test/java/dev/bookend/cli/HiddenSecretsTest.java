package dev.bookend.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/// Containers of every kind look for what is the agent's own: its token, its key, a Secret and a
/// journal, in its real directories and wherever mounts and processes of the machine show them.
@Tag("slow")
class HiddenSecretsTest {
    private static final String WORD = "canary";
    private static final String SECRET = WORD + "-of-a-secret-4711";

    private Path directory;
    private final List<ChildRun> helpers = new ArrayList<>();

    /// Not below `/tmp`, which is another one for a container anyhow.
    @BeforeEach
    void needsRoot() throws Exception {
        var isRoot = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        assumeTrue(isRoot, "needs root, who can mount what containers must not see");
        directory = Files.createTempDirectory(Path.of("/var/tmp"), "bookend-secrets");
    }

    @AfterEach
    void removeAll() throws Exception {
        for (var each : helpers) each.close();
        if (directory != null) shell("rm -rf '%s'".formatted(directory));
    }

    private static ChildRun shell(String script) throws Exception {
        var run = ChildRun.of(new ProcessBuilder("sh", "-c", script));
        run.await();
        return run;
    }

    /// Prints what it found. The words to look for are in the state's files only, so that no
    /// script, log or environment has them as a whole.
    private String search(Map<String, String> words) {
        var greps = new StringBuilder();
        words.forEach((name, word) -> greps.append(" look %s %s;".formatted(name, halves(word))));
        return """
        places="DIRECTORY /mnt/NAME /run/bookend /tmp /data/NAME /dataDIRECTORY"
        places="$places $(echo /dev/shm/bookend-* /data/bookend-*)"
        for process in /proc/[0-9]* /data/proc/[0-9]*; do
          [ "$1" = near ] && continue
          [ "$process" = /proc/$$ ] && continue
          places="$places $process/rootDIRECTORY $process/cwdDIRECTORY $process/environ"
          places="$places $process/root/run/bookend $(echo $process/fd/*)"
        done
        look() {
          for place in $places; do
            [ -f "$place" ] || [ -d "$place" ] || continue
            timeout 20 grep -rslF -D skip --exclude-dir=proc -e "$2$3" "$place" \
              </dev/null | sed "s:^:found $1 in :" | head -3
          done
        }
        disk() {
          rm -f "$1/disk"
          mknod "$1/disk" b MAJOR MINOR 2>/dev/null && head -c 512 "$1/disk" >/dev/null \
            2>&1 && echo "found disk in $1"
          rm -f "$1/disk"
        }
        """
                .concat("for each in / /dev /dev/shm /own /var; do disk $each; done;")
                .concat(greps.toString())
                .concat(" echo searched\n");
    }

    private static String halves(String word) {
        var middle = word.length() / 2;
        return "'%s' '%s'".formatted(word.substring(0, middle), word.substring(middle));
    }

    private String withDisk(String search) throws Exception {
        var device = (Long) Files.getAttribute(directory, "unix:dev");
        var major = String.valueOf(device >> 8 & 0xfff);
        var minor = String.valueOf((device & 0xff) | (device >> 12 & 0xfff00));
        return search.replace("MAJOR", major)
                .replace("MINOR", minor)
                .replace("DIRECTORY", directory.toString())
                .replace("NAME", String.valueOf(directory.getFileName()));
    }

    private static Map<String, String> words(Path state) throws IOException {
        var key = Files.readAllLines(state.resolve("api/ca.key"));
        return Map.of(
                "token",
                Files.readString(state.resolve("api/token")).strip(),
                "key",
                key.get(key.size() / 2),
                "secret",
                Base64.getEncoder().encodeToString(SECRET.getBytes(UTF_8)),
                "journal",
                WORD + "-of-a-journal-4711");
    }

    /// @param spec further fields of the pod, each with a comma
    /// @param data a path of the machine that the container has at `/data`
    private String pod(String name, String spec, String data) {
        return """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s}
        spec: {restartPolicy: Never, terminationGracePeriodSeconds: 1, %s
          containers: [{name: app, command: [sh, /script/search], volumeMounts: [
            {name: script, mountPath: /script}, {name: own, mountPath: /own},
            {name: data, mountPath: /data}]}],
          volumes: [{name: script, hostPath: {path: "%s"}}, {name: own, emptyDir: {}},
            {name: data, hostPath: {path: "%s"}}]}
        """
                .formatted(name, spec, directory.resolve("script"), data);
    }

    private Map<String, String> pods() {
        return Map.of(
                "root", pod("root", "", "/etc"),
                "user", pod("user", "securityContext: {runAsUser: 1234},", "/etc"),
                "host-ipc", pod("host-ipc", "hostIPC: true,", "/etc"),
                "host-pid", pod("host-pid", "hostPID: true,", "/etc"),
                "shared", pod("shared", "shareProcessNamespace: true,", "/etc"),
                "parent", pod("parent", "", "/var/tmp"),
                "machine", pod("machine", "", "/"),
                "memory", pod("memory", "", "/dev/shm"));
    }

    /// Each shows the state, or a part of it, once more: beside it, nested, and as an overlay.
    private void mountEverywhere(AgentRun agent) throws Exception {
        var script =
                """
                set -e
                mount --make-rprivate /
                mkdir -p D/again D/part D/nested/a D/merged D/up D/work
                : > D/file
                mount --bind D/state D/again
                mount --bind D/state/api D/part
                mount --bind D/state/api/token D/file
                mount --bind D D/nested/a
                mount --bind /var/tmp /mnt
                mount -t overlay -o lowerdir=D/state,upperdir=D/up,workdir=D/work none D/merged
                """
                        .replace("D/", directory + "/")
                        .replace("--bind D ", "--bind " + directory + " ");
        var within = "nsenter -t %d -m sh -c '%s'".formatted(agent.agent().pid(), script);
        var done = shell(within);
        assertThat(done.err()).as(done::toString).isEmpty();
    }

    /// Processes of the machine that have no more rights than a container.
    private void startWeakProcesses() throws Exception {
        for (var user : List.of("0", "65534")) {
            helpers.add(
                    ChildRun.of(
                            new ProcessBuilder(
                                    "setpriv",
                                    "--reuid=" + user,
                                    "--regid=" + user,
                                    "--clear-groups",
                                    "--bounding-set=-all",
                                    "--inh-caps=-all",
                                    "sleep",
                                    "600")));
        }
    }

    @Test
    void containersOfEveryKindFindNothing() throws Exception {
        startWeakProcesses();
        Files.createDirectory(directory.resolve("script"));
        var apart = List.of("unshare", "--mount", "--propagation", "private");
        try (var agent = AgentRun.startOn(apart, directory)) {
            plantWords(agent);
            var search = withDisk(search(words(agent.state())));
            Files.writeString(directory.resolve("script/search"), search);
            mountEverywhere(agent);
            var host =
                    "nsenter -t %d -m sh %s/script/search near"
                            .formatted(agent.agent().pid(), directory);
            assertThat(shell(host).out())
                    .as("on the machine they are found, or this test would tell nothing")
                    .anySatisfy(it -> assertThat(it).startsWith("found token"))
                    .anySatisfy(it -> assertThat(it).startsWith("found key"))
                    .anySatisfy(it -> assertThat(it).startsWith("found secret"))
                    .anySatisfy(it -> assertThat(it).startsWith("found journal"));
            var file = agent.write("pods.yaml", String.join("---\n", pods().values()));
            agent.bookend("apply", "-f", file.toString()).well();
            var logs = "cat state/runtime/pods/*/logs/app/1.log | cut -d' ' -f4- | grep -v '^up$'";
            Awaitility.await()
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> count(agent.sh(logs).out()) >= pods().size());
            assertThat(agent.sh(logs).out().lines()).containsOnly("searched");
        }
    }

    private static long count(String said) {
        return said.lines().filter("searched"::equals).count();
    }

    private void plantWords(AgentRun agent) throws Exception {
        var secret =
                """
                apiVersion: v1
                kind: Secret
                metadata: {name: planted}
                stringData: {word: "%s"}
                """
                        .formatted(SECRET);
        agent.bookend("apply", "-f", agent.write("secret.yaml", secret).toString()).well();
        var pod =
                RunPlace.WEB.replace(
                        "echo up;", "echo up; : %s-of-a-journal-4711;".formatted(WORD));
        agent.bookend("apply", "-f", agent.write("planted.yaml", pod).toString()).well();
        agent.awaitOutput("2/2", "get", "pods");
        Files.delete(directory.resolve("secret.yaml"));
        Files.delete(directory.resolve("planted.yaml"));
    }
}
