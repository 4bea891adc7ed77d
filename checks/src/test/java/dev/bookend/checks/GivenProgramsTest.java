package dev.bookend.checks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Programs of Kubernetes that somebody gives are used, and take no kept one's place.
class GivenProgramsTest {
    private static final String KEPT = "echo Client Version: v1.36.3; : kept";
    private static final String GIVEN = "echo Client Version: v1.30.0; : given";

    @TempDir Path directory;

    @Test
    void whatWasBuiltOnceStays() throws Exception {
        var bin = directory.resolve("cache/bookend/kubernetes-1.36.3/bin");
        var kubectl = program(bin, "kubectl", KEPT);
        var proxy = program(bin, "kube-proxy", "echo Kubernetes v1.36.3; : kept");
        program(directory.resolve("given"), "kubectl", GIVEN);
        var place = places(directory.resolve("given").toString());
        assertThat(place.resolve("kubectl")).content().contains(GIVEN);
        assertThat(place.resolve("kube-proxy")).hasSameTextualContentAs(proxy);
        assertThat(kubectl).isRegularFile().content().contains(KEPT);
        assertThat(Files.isSymbolicLink(kubectl)).isFalse();
        assertThat(Files.isSymbolicLink(proxy)).isFalse();
        assertThat(places("")).isEqualTo(bin);
        assertThat(kubectl).content().contains(KEPT);
    }

    private static Path program(Path place, String name, String command) throws IOException {
        return Shell.script(Files.createDirectories(place).resolve(name), command);
    }

    private Path places(String given) throws Exception {
        var outcome =
                Shell.in(Project.here().root())
                        .with("XDG_CACHE_HOME", directory.resolve("cache").toString())
                        .with("BOOKEND_K8S", "")
                        .with("BOOKEND_K8S_BIN", given)
                        .run("e2e/binaries", "kubectl", "kube-proxy");
        assertThat(outcome.exit()).as(outcome.err()).isZero();
        return Path.of(outcome.out());
    }
}
