package dev.bookend.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bookend.cli.AgentRun;
import dev.bookend.cli.ChildRun;
import dev.bookend.cli.syntax.ExitCode;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// What another user of the machine has prepared for root's agent. Shows SAFE-6.
@Tag("slow")
class OtherUsersTest {
    private static final int NOBODY = 65534;

    @TempDir Path directory;
    private Path state;

    @BeforeEach
    void makeState() throws IOException {
        assumeTrue(Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "needs root");
        Files.setAttribute(directory, "unix:mode", 0755);
        state = Files.createDirectory(directory.resolve("state"));
    }

    @Test
    void aLockOfAnotherUserHoldsNobodyUp() throws Exception {
        Files.setAttribute(state, "unix:mode", 0755);
        var lock = Files.createFile(state.resolve("agent.lock"));
        Files.setAttribute(lock, "unix:mode", 0644);
        try (var holder = holding(lock)) {
            holder.awaitLine("locked");
            try (var agent = AgentRun.start(directory, "--isolation", "none")) {
                assertThat(agent.agent().err())
                        .anyMatch(it -> it.contains("could be read by other users (mode 0755)"));
                assertThat(mode(state)).isEqualTo(0700);
                assertThat(mode(lock)).isEqualTo(0600);
                assertThat(agent.bookend("agent", "--isolation", "none").code()).isEqualTo(2);
            }
            holder.crash();
        }
    }

    @Test
    void aStateDirectoryThatOthersCouldChangeIsRefused() throws Exception {
        Files.setAttribute(state, "unix:mode", 0777);
        assertThat(refusal(state)).contains("mode 0777", "chmod 700 " + state);
        Files.setAttribute(state, "unix:mode", 0700);
        Files.setAttribute(state, "unix:uid", NOBODY);
        assertThat(refusal(state)).contains("belongs to user 65534", "--state");
        Files.setAttribute(state, "unix:uid", 0);
        Files.setAttribute(directory, "unix:mode", 0777);
        assertThat(refusal(state)).contains("put something else in its place", "0777");
        Files.setAttribute(directory, "unix:mode", 0755);
    }

    /// The kubeconfig there would say where tokens go, and which program is run for them.
    @Test
    void aStateDirectoryOfAnotherUserIsNotObeyed() throws Exception {
        try (var agent = AgentRun.start(directory, "--isolation", "none")) {
            Files.setAttribute(state, "unix:uid", NOBODY);
            for (var verb : List.of("get pods", "delete web", "recreate web -c app", "drain")) {
                var words = verb.split(" ");
                var run = agent.bookend(words[0], Arrays.copyOfRange(words, 1, words.length));
                assertThat(run.code()).as(verb).isNotZero();
                assertThat(run.err()).as(verb).contains("belongs to user 65534");
            }
            Files.setAttribute(state, "unix:uid", 0);
            assertThat(agent.bookend("get", "pods").code()).isZero();
        }
        Files.setAttribute(state, "unix:uid", NOBODY);
        assertThat(refusal(ChildRun.start(state, "delete", "web")))
                .contains("belongs to user 65534");
        Files.setAttribute(state, "unix:uid", 0);
    }

    /// A machine whose `/run` is no memory, and on which the name in `/dev/shm` is another user's.
    private List<String> withTakenName() {
        var script =
                """
                mkdir DIRECTORY/run && mount --bind DIRECTORY/run /run &&
                mount -t tmpfs -o mode=1777 bookend /dev/shm &&
                mkdir -m 0700 /dev/shm/bookend-0-volumes &&
                chown 65534 /dev/shm/bookend-0-volumes && exec "$@"
                """
                        .replace("DIRECTORY", directory.toString());
        return List.of("unshare", "--mount", "--propagation", "private", "sh", "-c", script, "sh");
    }

    @Test
    void aTakenNameInMemoryTakesNoSecretToTheDisk() throws Exception {
        try (var agent = AgentRun.startOn(withTakenName(), directory)) {
            var file = agent.write("pod.yaml", SECRET_POD);
            agent.bookend("apply", "-f", file.toString()).well();
            Files.delete(file);
            agent.awaitOutput("1/1", "get", "pods");
            assertThat(inMemory(agent)).contains("/bookend-0-volumes");
            assertThat(agent.sh("grep -rl first-half-second state/pods").out()).isEmpty();
            agent.bookend("delete", "holder").well();
            assertThat(inMemory(agent)).isEmpty();
        }
    }

    private static String inMemory(AgentRun agent) throws Exception {
        var pid = agent.agent().pid();
        return agent.sh("nsenter -t %d -m grep -rl first-half-second /dev/shm /run".formatted(pid))
                .out();
    }

    private static final String SECRET_POD =
            """
            apiVersion: v1
            kind: Secret
            metadata: {name: word}
            data: {word: Zmlyc3QtaGFsZi1zZWNvbmQ=}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: holder}
            spec:
              terminationGracePeriodSeconds: 1
              containers:
              - name: app
                command: [sleep, "600"]
                volumeMounts: [{name: word, mountPath: /word}]
              volumes: [{name: word, secret: {secretName: word}}]
            """;

    private static String refusal(Path state) throws Exception {
        return refusal(ChildRun.start(state, "agent", "--isolation", "none"));
    }

    private static String refusal(ChildRun run) throws Exception {
        try (run) {
            assertThat(run.await()).as(run::toString).isEqualTo(ExitCode.UNABLE.number());
            return String.join("\n", run.err());
        }
    }

    private ChildRun holding(Path lock) throws IOException {
        var source = Files.writeString(directory.resolve("Holder.java"), HOLDER);
        Files.setAttribute(source, "unix:mode", 0644);
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var nobody = List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");
        return ChildRun.startBelow(nobody, List.of(java, source.toString(), lock.toString()));
    }

    private static int mode(Path path) throws IOException {
        return (Integer) Files.getAttribute(path, "unix:mode") & 07777;
    }

    private static final String HOLDER =
            """
            import java.nio.channels.FileChannel;
            import java.nio.file.Path;

            class Holder {
                public static void main(String[] args) throws Exception {
                    var lock = FileChannel.open(Path.of(args[0])).lock(0, Long.MAX_VALUE, true);
                    System.out.println("locked " + lock.isValid());
                    System.in.read();
                }
            }
            """;
}
