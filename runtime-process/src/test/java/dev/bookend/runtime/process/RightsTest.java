package dev.bookend.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bookend.lifecycle.pod.PodSharing;
import dev.bookend.runtime.ProcessRights;
import dev.bookend.runtime.RuntimeFailure;
import dev.bookend.runtime.process.place.Places;
import dev.bookend.runtime.process.rights.Isolation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What root's containers may do.
class RightsTest {
    private static final long USUAL = 0xa80425fbL;

    @TempDir private Path directory;

    private List<String> output(ProcessRights rights, String script) throws Exception {
        Root.assume();
        try (var runtime = ProcessRuntime.open(Places.below(directory), Isolation.FULL);
                var pod = new OnePod(runtime, PodSharing.NONE)) {
            return pod.output(pod.request(script, List.of(), rights));
        }
    }

    private long capabilities(ProcessRights rights) throws Exception {
        var line = output(rights, "grep CapEff /proc/self/status | cut -f2").getFirst();
        return Long.parseUnsignedLong(line, 16);
    }

    private static ProcessRights rights(boolean privileged, String added, String dropped) {
        return new ProcessRights(
                Optional.empty(),
                Optional.empty(),
                List.of(),
                privileged,
                false,
                false,
                words(added),
                words(dropped),
                false);
    }

    private static List<String> words(String text) {
        return Arrays.stream(text.split(" ", -1)).filter(word -> !word.isEmpty()).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "'', '', a80425fb",
        "'', ALL, 0",
        "NET_ADMIN, '', a80435fb",
        "CAP_NET_BIND_SERVICE, ALL, 400",
        "'', 'chown KILL', a80425da"
    })
    void capabilitiesAreThoseOfContainerdAndWhatIsAsked(
            String added, String dropped, String expected) throws Exception {
        var own = ownCapabilities();
        assertThat(capabilities(rights(false, added, dropped)))
                .isEqualTo(Long.parseUnsignedLong(expected, 16) & own);
    }

    @Test
    void privilegedHasAllAndTheDevicesOfTheMachine() throws Exception {
        var privileged = rights(true, "", "");
        assertThat(capabilities(privileged)).isEqualTo(ownCapabilities()).isNotEqualTo(USUAL);
        assertThat(output(privileged, "ls /dev; touch /proc/sys/kernel/ostype"))
                .contains("null", "kmsg", "pts");
    }

    @Test
    void usualContainerSeesOnlyTheUsualDevices() throws Exception {
        assertThat(output(ProcessRights.DEFAULT, "ls /dev; echo x > /dev/null"))
                .contains("null", "zero", "urandom", "shm", "pts", "stdout")
                .doesNotContain("kmsg", "mem");
    }

    @Test
    void standardOutputCanBeOpenedByAnotherUser() throws Exception {
        var other =
                new ProcessRights(
                        Optional.of(1234L),
                        Optional.of(5678L),
                        List.of(),
                        false,
                        true,
                        false,
                        List.of(),
                        List.of(),
                        false);
        assertThat(output(other, "echo out > /dev/stdout; echo err > /dev/stderr"))
                .containsExactly("out", "err");
    }

    @Test
    void escalationIsRefusedWhereItIsNotAllowed() throws Exception {
        var script = "grep NoNewPrivs /proc/self/status | cut -f2";
        assertThat(output(rights(false, "", ""), script)).containsExactly("1");
    }

    private static ProcessRights filtered(List<String> added) {
        return new ProcessRights(
                Optional.empty(),
                Optional.empty(),
                List.of(),
                false,
                true,
                false,
                added,
                List.of(),
                true);
    }

    @Test
    void dangerousCallsAreDeniedWhereThatIsAskedFor() throws Exception {
        var script =
                "grep -w Seccomp /proc/self/status | cut -f2; (unshare -U true) 2>&1 | cut -d: -f3;"
                        + " grep NoNewPrivs /proc/self/status | cut -f2";
        assertThat(output(filtered(List.of()), script))
                .containsExactly("2", " Operation not permitted", "0");
        assertThat(output(ProcessRights.DEFAULT, script)).containsExactly("0", "0");
    }

    @Test
    void aCapabilityAllowsItsCallsThroughTheFilter() throws Exception {
        var script = "dmesg >/dev/null && echo heard";
        assertThat(output(filtered(List.of("SYSLOG")), script)).containsExactly("heard");
    }

    /// Shows SAFE-1.
    @ParameterizedTest
    @ValueSource(strings = {"SYS_ADMIN", "cap_sys_ptrace", "DAC_READ_SEARCH", "ALL"})
    void aCapabilityThatShowsWhatIsHiddenIsRefused(String capability) {
        assertThatExceptionOfType(RuntimeFailure.class)
                .isThrownBy(() -> output(rights(false, capability, ""), "true"))
                .withMessageContaining("privileged: true");
    }

    @Test
    void escalationIsAllowedUsually() throws Exception {
        var script = "grep NoNewPrivs /proc/self/status | cut -f2";
        assertThat(output(ProcessRights.DEFAULT, script)).containsExactly("0");
    }

    /// Root need not have all capabilities itself.
    private static long ownCapabilities() throws Exception {
        Root.assume();
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("CapEff"))
                .map(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
                .findFirst()
                .orElseThrow();
    }
}
