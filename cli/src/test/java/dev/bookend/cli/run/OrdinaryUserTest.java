package dev.bookend.cli.run;

import dev.bookend.cli.agent.UsersSecretsTest;
import dev.bookend.runtime.OrdinaryUser;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/// The verbs that run pods, as an ordinary user.
@Tag("slow")
class OrdinaryUserTest {
    @TempDir Path directory;

    @Test
    void podsRunForAnOrdinaryUser() throws Exception {
        new OrdinaryUser(directory)
                .with("examples")
                .runs(ExamplesRunTest.class, RunningPodsTest.class, RunCommandTest.class);
    }

    @Test
    void anOrdinaryUserMayHaveFewProcesses() throws Exception {
        new OrdinaryUser(directory).runs(FewProcessesTest.class);
    }

    @Test
    void volumesAreSharedAmongUsersOfARange() throws Exception {
        new OrdinaryUser(directory).withRange().runs(MountedVolumesTest.class);
    }

    @Test
    void volumesAndJobsWorkForAnOrdinaryUser() throws Exception {
        new OrdinaryUser(directory)
                .runs(MountedVolumesTest.class, SeveralPodsTest.class, JobCrashTest.class);
    }

    @Test
    void secretsOfAUserAreHiddenFromItsContainers() throws Exception {
        new OrdinaryUser(directory).runs(UsersSecretsTest.class);
    }

    @Test
    void secretsOfAUserAreHiddenFromItsOtherUsers() throws Exception {
        new OrdinaryUser(directory).withRange().runs(UsersSecretsTest.class);
    }
}
