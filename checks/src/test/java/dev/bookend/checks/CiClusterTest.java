package dev.bookend.checks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The cluster tests are left out for two stated reasons, and for no other one.
class CiClusterTest {
    private static final int LEFT_OUT = 4;
    private static final String WELL = "exit 0;";
    private static final String BADLY = "echo it is broken >&2; exit 1;";

    @TempDir Path project;

    @Test
    void aMachineThatCannotRunAClusterLeavesItOut() throws Exception {
        var outcome = section("case $1 in can) echo no bridge; exit 1;; esac;", BADLY);
        assertThat(outcome.exit()).isEqualTo(LEFT_OUT);
        assertThat(outcome.out())
                .isEqualTo("NOT RUN: this machine cannot run a cluster: no bridge");
    }

    @Test
    void whoWantsNoClusterSaysSo() throws Exception {
        write(BADLY, BADLY);
        var outcome = shell().with("BOOKEND_CI", "without-cluster").run(".ci/cluster", "1");
        assertThat(outcome.exit()).isEqualTo(LEFT_OUT);
        assertThat(outcome.out()).isEqualTo("NOT RUN: BOOKEND_CI=without-cluster");
    }

    @Test
    void programsThatCannotBeBuiltAreAFailure() throws Exception {
        var outcome = section(WELL, BADLY);
        assertThat(outcome.exit()).isEqualTo(1);
        assertThat(outcome.out()).doesNotContain("NOT RUN");
        assertThat(outcome.err()).contains("it is broken", "e2e/binaries ended with 1");
    }

    @Test
    void aClusterThatDoesNotComeUpIsAFailure() throws Exception {
        var outcome = section("case $1 in up) echo etcd has ended >&2; exit 1;; esac;", WELL);
        assertThat(outcome.exit()).isEqualTo(1);
        assertThat(outcome.out()).doesNotContain("NOT RUN");
        assertThat(outcome.err()).contains("etcd has ended", "did not come up");
    }

    @Test
    void aClusterForWhichNoTimeIsLeftIsAFailure() throws Exception {
        write(WELL, WELL);
        assertThat(shell().run(".ci/cluster", "0").exit()).isEqualTo(1);
    }

    @Test
    void aClusterThatComesUpIsWell() throws Exception {
        assertThat(section(WELL, WELL).exit()).isZero();
    }

    private Shell.Outcome section(String cluster, String binaries) throws Exception {
        write(cluster, binaries);
        return shell().run(".ci/cluster", "1");
    }

    private Shell shell() {
        return Shell.in(project).with("BOOKEND_CI", "");
    }

    private void write(String cluster, String binaries) throws IOException {
        Files.createDirectories(project.resolve(".ci"));
        Files.createDirectories(project.resolve("e2e"));
        Files.copy(Project.here().root().resolve(".ci/cluster"), project.resolve(".ci/cluster"));
        Shell.script(project.resolve("e2e/cluster"), cluster + " true");
        Shell.script(project.resolve("e2e/binaries"), binaries + " true");
    }
}
