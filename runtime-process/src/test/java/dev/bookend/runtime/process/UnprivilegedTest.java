package dev.bookend.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bookend.lifecycle.pod.PodSharing;
import dev.bookend.runtime.Mount;
import dev.bookend.runtime.OrdinaryUser;
import dev.bookend.runtime.ProcessRights;
import dev.bookend.runtime.RuntimeFailure;
import dev.bookend.runtime.process.place.Places;
import dev.bookend.runtime.process.rights.Account;
import dev.bookend.runtime.process.rights.Isolation;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What an ordinary user's container finds in its user namespace. Root lets [OrdinaryUserTest] run
/// this.
class UnprivilegedTest {
    @TempDir private Path directory;

    private ProcessRuntime runtime;
    private OnePod pod;

    @BeforeEach
    void open() throws Exception {
        assumeFalse(Root.here(), "needs an ordinary user");
        assumeTrue(Root.userNamespaces(), "needs user namespaces");
        runtime = ProcessRuntime.open(Places.below(directory), Isolation.FULL);
        pod = new OnePod(runtime, PodSharing.NONE);
    }

    @AfterEach
    void close() throws Exception {
        if (pod != null) pod.close();
        if (runtime != null) runtime.close();
    }

    @Test
    void programIsTheUserItselfWithoutRights() throws Exception {
        var own = Account.own();
        assertThat(pod.output("id -u; id -g; grep -E 'Cap(Eff|Prm)' /proc/self/status | cut -f2"))
                .containsExactly(
                        Long.toString(own.user()),
                        Long.toString(own.group()),
                        "0000000000000000",
                        "0000000000000000");
    }

    @Test
    void processesOfTheMachineAreOutOfSight() throws Exception {
        assertThat(pod.output("ls -d /proc/[0-9]*; hostname; tr '\\0' ' ' </proc/2/cmdline"))
                .contains("/proc/1", "/proc/2", "web")
                .hasSizeLessThan(6);
    }

    @Test
    void volumesAppearAtPathsThatDoNotExist() throws Exception {
        var volume = Files.createDirectory(directory.resolve("volume"));
        var file = Files.writeString(directory.resolve("file"), "text\n");
        var mounts =
                List.of(
                        new Mount(volume, "/etc/made/deep", false),
                        new Mount(volume, "/usr/share/made", true),
                        new Mount(volume, "/bin/made", false),
                        new Mount(volume, "/new/made", false),
                        new Mount(file, "/etc/ssl/made.txt", true),
                        new Mount(file, "/etc/hostname", true));
        var script =
                "echo word > /etc/made/deep/x; cat /usr/share/made/x /usr/bin/made/x /new/made/x;"
                        + " cat /etc/ssl/made.txt /etc/hostname; ls -d /etc/passwd /etc/ssl/certs;"
                        + " touch /usr/share/made/y || echo refused";
        assertThat(pod.output(pod.request(script, mounts, ProcessRights.DEFAULT)))
                .containsSubsequence("word", "word", "word", "text", "text", "/etc/passwd")
                .contains("refused");
        assertThat(volume.resolve("x")).hasContent("word\n");
        assertThat(volume.resolve("y")).doesNotExist();
    }

    @Test
    void machineIsNotWritten() throws Exception {
        var mark = "/var/tmp/bookend-" + ProcessHandle.current().pid();
        assertThat(pod.output("echo word > %s; cat %s; id > /dev/null".formatted(mark, mark)))
                .containsExactly("word");
        assertThat(Path.of(mark)).doesNotExist();
    }

    @Test
    void whatAContainerLocksAwayIsRemoved() throws Exception {
        pod.output("mkdir -p /tmp/a/b; touch /tmp/a/b/c; chmod 0 /tmp/a/b; chmod 500 /tmp/a");
        pod.sandbox().remove();
        assertThat(directory.resolve("state/pods")).isEmptyDirectory();
    }

    @Test
    void terminalIsItsOwn() throws Exception {
        assertThat(pod.output("ls /dev/pts /dev/ptmx; echo out > /dev/stdout"))
                .contains("/dev/ptmx", "out");
    }

    @Test
    void dangerousCallsAreDeniedWhereThatIsAskedFor() throws Exception {
        var usual = ProcessRights.DEFAULT;
        var filtered =
                new ProcessRights(
                        usual.user(),
                        usual.group(),
                        List.of(),
                        false,
                        true,
                        false,
                        List.of(),
                        List.of(),
                        true);
        var script = "grep -w Seccomp /proc/self/status | cut -f2; unshare -U true || echo denied";
        assertThat(pod.output(pod.request(script, List.of(), filtered))).contains("2", "denied");
    }

    @Test
    void anotherUserIsRefusedWithTheRemedy() throws Exception {
        assumeFalse(OrdinaryUser.hasRange(), "needs a user without a range");
        var other =
                new ProcessRights(
                        Optional.of(4711L),
                        Optional.empty(),
                        List.of(),
                        false,
                        true,
                        false,
                        List.of(),
                        List.of(),
                        false);
        var request = pod.request("true", List.of(), other);
        assertThatExceptionOfType(RuntimeFailure.class)
                .isThrownBy(() -> pod.sandbox().prepare(request))
                .withMessageContaining("4711")
                .withMessageContaining("uidmap")
                .withMessageContaining("/etc/subuid")
                .withMessageContaining("run Bookend as root");
    }
}
