package dev.bookend.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bookend.lifecycle.pod.PodSharing;
import dev.bookend.runtime.process.place.Places;
import dev.bookend.runtime.process.rights.Isolation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A shim asks the kernel for short turns; what it supervises has the usual ones.
class TurnsTest {
    private static final String PRINT = "grep slice %s";

    @TempDir private Path directory;

    @Test
    void onlyTheShimHasShortTurns() throws Exception {
        assumeTrue(
                Files.exists(Path.of("/proc/self/sched"))
                        && Files.readString(Path.of("/proc/self/sched")).contains("slice"),
                "needs a kernel that tells");
        try (var runtime = ProcessRuntime.open(Places.below(directory), Isolation.NONE);
                var pod = new OnePod(runtime, PodSharing.NONE)) {
            var own = pod.output(PRINT.formatted("/proc/self/sched"));
            var init = pod.output(PRINT.formatted("/proc/$PPID/sched"));
            assertThat(own).hasSize(1).isNotEqualTo(init);
            assertThat(micros(init)).isLessThan(micros(own)).isEqualTo(100);
        }
    }

    private static long micros(List<String> line) {
        return Long.parseLong(line.getFirst().replaceAll(".*: *", "")) / 1000;
    }
}
