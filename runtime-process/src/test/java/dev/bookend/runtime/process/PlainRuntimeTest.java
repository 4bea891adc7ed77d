package dev.bookend.runtime.process;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bookend.lifecycle.pod.PodSharing;
import dev.bookend.runtime.ContainerRequest;
import dev.bookend.runtime.ContainerRuntime;
import dev.bookend.runtime.ProcessRights;
import dev.bookend.runtime.RuntimeContract;
import dev.bookend.runtime.RuntimeFailure;
import dev.bookend.runtime.Trait;
import dev.bookend.runtime.process.place.Places;
import dev.bookend.runtime.process.rights.Account;
import dev.bookend.runtime.process.rights.Isolation;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

class PlainRuntimeTest extends RuntimeContract {
    @TempDir private Path directory;

    @Override
    protected ContainerRuntime open() throws Exception {
        return ProcessRuntime.open(Places.below(directory), Isolation.NONE);
    }

    @Override
    protected Set<Trait> traits() {
        return Account.own().user() == 0 ? Set.of(Trait.OTHER_USERS) : Set.of();
    }

    @ParameterizedTest
    @CsvSource({
        "/usr, 1, is a directory; name the program in it",
        "sh, 200000, are too long (of each 128 KiB are allowed"
    })
    void aProgramThatCannotBeExecutedSaysWhatItIs(String program, int length, String says)
            throws Exception {
        try (var runtime = ProcessRuntime.open(Places.below(directory), Isolation.NONE);
                var pod = new OnePod(runtime, PodSharing.NONE)) {
            var plain = pod.request("true", List.of(), ProcessRights.DEFAULT);
            var request = commanded(plain, List.of(program, "x".repeat(length)));
            assertThatExceptionOfType(RuntimeFailure.class)
                    .isThrownBy(() -> pod.start(request))
                    .withMessageContaining(says);
        }
    }

    private static ContainerRequest commanded(ContainerRequest plain, List<String> command) {
        return new ContainerRequest(
                plain.attempt(),
                command,
                plain.env(),
                plain.workingDir(),
                plain.mounts(),
                plain.rights(),
                plain.limits(),
                plain.lastWords(),
                plain.tty());
    }
}
