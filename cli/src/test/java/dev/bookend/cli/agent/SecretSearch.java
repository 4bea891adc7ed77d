package dev.bookend.cli.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bookend.cli.AgentRun;
import dev.bookend.cli.RunPlace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Words in what is an agent's own (its token, its key, a Secret and its volume, a journal), and a
/// script with which a container looks for them wherever it can.
///
/// @param directory holds the agents' states
record SecretSearch(Path directory, Map<String, String> words) {
    private static final String WORD = "canary";
    private static final String SECRET = WORD + "-of-a-secret-4711";

    static SecretSearch below(Path directory) {
        return new SecretSearch(directory, new LinkedHashMap<>());
    }

    /// Adds those of an agent, which gets a Secret, and a pod that has it.
    void plant(AgentRun agent, String name) throws Exception {
        var secret =
                """
                apiVersion: v1
                kind: Secret
                metadata: {name: planted}
                stringData: {word: "%s-%s"}
                """
                        .formatted(SECRET, name);
        agent.bookend("apply", "-f", agent.write("secret.yaml", secret).toString()).well();
        var pod =
                RunPlace.WEB
                        .replace("echo up;", "echo up; : %s-of-%s;".formatted(WORD, name))
                        .replace("{name: app, ", "{name: app, volumeMounts: [%s], ".formatted(AT))
                        .concat("  volumes: [{name: word, secret: {secretName: planted}}]\n");
        agent.bookend("apply", "-f", agent.write("planted.yaml", pod).toString()).well();
        agent.awaitOutput("2/2", "get", "pods");
        for (var each : List.of("secret.yaml", "planted.yaml")) {
            Files.delete(agent.state().resolveSibling(each));
        }
        add(agent.state(), name);
    }

    private static final String AT = "{name: word, mountPath: /planted}";

    private void add(Path state, String name) throws IOException {
        var key = Files.readAllLines(state.resolve("api/ca.key"));
        var secret = SECRET + "-" + name;
        words.put("token-of-" + name, Files.readString(state.resolve("api/token")).strip());
        words.put("key-of-" + name, key.get(key.size() / 2));
        words.put("secret-of-" + name, Base64.getEncoder().encodeToString(secret.getBytes(UTF_8)));
        words.put("volume-of-" + name, secret);
        words.put("journal-of-" + name, "%s-of-%s".formatted(WORD, name));
    }

    /// Prints what it found. The words to look for are in the agents' files only, so that no
    /// script, log or environment has them as a whole.
    Path write() throws IOException {
        var greps = new StringBuilder();
        words.forEach((name, word) -> greps.append(" look %s %s;".formatted(name, halves(word))));
        var text =
                PLACES.concat("for each in / /dev /dev/shm /own /var; do disk $each; done;")
                        .concat(greps.toString())
                        .concat(" echo searched\n");
        var script = Files.createDirectories(directory.resolve("script")).resolve("search");
        return Files.writeString(script, withDisk(text));
    }

    private static final String PLACES =
            """
            places="DIRECTORY /mnt/NAME /run/bookend /tmp /data/NAME /dataDIRECTORY /data/tmp/NAME"
            places="$places RUNTIME /data/bookend /data/run/bookend /data/dev/shm /planted"
            places="$places $(echo /dev/shm/bookend-* /data/bookend-* /run/bookend-*)"
            for process in /proc/[0-9]* /data/[0-9]* /data/proc/[0-9]*; do
              [ "$1" = near ] && continue
              [ "$process" = /proc/$$ ] && continue
              [ -e "$process/fd" ] || continue
              places="$places $process/rootDIRECTORY $process/cwdDIRECTORY $process/environ"
              places="$places $process/root/run/bookend $process/root/planted"
              places="$places $(echo $process/fd/*)"
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
            """;

    private static String halves(String word) {
        var middle = word.length() / 2;
        return "'%s' '%s'".formatted(word.substring(0, middle), word.substring(middle));
    }

    private String withDisk(String search) throws IOException {
        var device = (Long) Files.getAttribute(directory, "unix:dev");
        var major = String.valueOf(device >> 8 & 0xfff);
        var minor = String.valueOf((device & 0xff) | (device >> 12 & 0xfff00));
        return search.replace("MAJOR", major)
                .replace("MINOR", minor)
                .replace("RUNTIME", System.getenv().getOrDefault("XDG_RUNTIME_DIR", "/run/user"))
                .replace("DIRECTORY", directory.toString())
                .replace("NAME", String.valueOf(directory.getFileName()));
    }

    /// A pod that searches.
    ///
    /// @param spec further fields of the pod, each with a comma
    /// @param data a path of the machine that the container has at `/data`
    String pod(String name, String spec, String data) {
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

    /// Pods that have what their kinds may have, and see all of the machine that they may.
    List<String> pods() {
        var pods =
                new ArrayList<>(
                        List.of(
                                pod("plain", "", "/etc"),
                                pod("host-ipc", "hostIPC: true,", "/etc"),
                                pod("host-pid", "hostPID: true,", "/etc"),
                                pod("shared", "shareProcessNamespace: true,", "/etc")));
        for (var path : List.of("/var/tmp", "/var", "/", "/dev/shm", "/run", "/proc")) {
            pods.add(pod("path-" + pods.size(), "", path));
        }
        pods.add(pod("path-and-pid", "hostPID: true, hostIPC: true,", "/"));
        return pods;
    }
}
