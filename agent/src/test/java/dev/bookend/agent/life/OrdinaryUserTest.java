package dev.bookend.agent.life;

import dev.bookend.agent.call.HandlersTest;
import dev.bookend.agent.container.ContainerRequestsTest;
import dev.bookend.agent.journal.FileJournalTest;
import dev.bookend.runtime.OrdinaryUser;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/// The agent's tests with real processes and files, as an ordinary user.
@Tag("slow")
class OrdinaryUserTest {
    @TempDir Path directory;

    @Test
    void agentWorksForAnOrdinaryUser() throws Exception {
        new OrdinaryUser(directory)
                .runs(
                        ProcessCrashTest.class,
                        AgentCrashTest.class,
                        PodLifeTest.class,
                        RecoveryTest.class,
                        FileJournalTest.class,
                        ContainerRequestsTest.class,
                        HandlersTest.class);
    }
}
