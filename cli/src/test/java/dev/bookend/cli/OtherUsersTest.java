package dev.bookend.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What another user of the machine has prepared for root's agent (SAFE-6).
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

    private static String refusal(Path state) throws Exception {
        try (var agent = ChildRun.start(state, "agent", "--isolation", "none")) {
            assertThat(agent.await()).as(agent::toString).isEqualTo(ExitCode.UNABLE.number());
            return String.join("\n", agent.err());
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
