package dev.bookend.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.lifecycle.pod.PodSharing;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.ExitReason;
import dev.bookend.runtime.Limits;
import dev.bookend.runtime.process.place.Places;
import dev.bookend.runtime.process.rights.Isolation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

class LastWordsTest {
    @TempDir private Path directory;

    private Exit exitOf(String script) throws Exception {
        Root.assumeNamespaces();
        try (var runtime = ProcessRuntime.open(Places.below(directory), Isolation.FULL);
                var pod = new OnePod(runtime, PodSharing.NONE)) {
            return pod.end(pod.start(pod.limited(script, Limits.NONE)));
        }
    }

    @Test
    void messageComesWithTheExit() throws Exception {
        assertThat(exitOf("echo out of luck > /dev/termination-log; exit 3"))
                .isEqualTo(new Exit(3, ExitReason.ERROR, "out of luck\n"));
    }

    @Test
    void nothingSaidIsNothing() throws Exception {
        assertThat(exitOf("exit 3")).isEqualTo(Exit.of(3));
    }

    @Test
    void onlyTheEndOfALongMessageCounts() throws Exception {
        var script =
                "seq 1 100000 > /dev/termination-log; truncate -s 1G /dev/termination-log;"
                        + " echo last >> /dev/termination-log";
        assertThat(exitOf(script).message()).hasSize(4096).endsWith("last\n");
    }

    /// A container can write the file, but nothing else can stand in its place.
    @Test
    void linkIsNotFollowed() throws Exception {
        var script = "rm -f /dev/termination-log; ln -sf /etc/passwd /dev/termination-log";
        assertThat(exitOf(script).message()).isEmpty();
    }
}
