package dev.bookend.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.bookend.cli.AgentRun;
import dev.bookend.runtime.OrdinaryUser;
import dev.bookend.runtime.SmallDisk;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;

/// Containers of an ordinary user look for what is the user's agent's own, and another agent's of
/// that user. [OrdinaryUserTest] runs this.
public class UsersSecretsTest {
    private Path directory;

    /// Not below `/tmp`, which is another one for a container anyhow.
    @BeforeEach
    void needsAnOrdinaryUser() throws Exception {
        assumeFalse(Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "not as root");
        directory = Files.createTempDirectory(Path.of("/var/tmp"), "bookend-users");
    }

    @AfterEach
    void removeAll() throws Exception {
        if (directory != null) SmallDisk.call("rm", "-rf", directory.toString());
    }

    /// Shows SAFE-1.
    @Test
    void containersOfAUserFindNothing() throws Exception {
        var search = SecretSearch.below(directory);
        var second = Files.createDirectory(directory.resolve("second"));
        try (var agent = AgentRun.start(directory);
                var other = AgentRun.start(second)) {
            search.plant(agent, "one");
            search.plant(other, "other");
            var script = search.write();
            var near = agent.sh("sh %s near".formatted(script)).out();
            for (var word : search.words().keySet()) {
                assertThat(near).as("it is found on the machine").contains("found " + word);
            }
            var pods = new ArrayList<>(search.pods());
            if (OrdinaryUser.hasRange()) {
                pods.add(search.pod("user", "securityContext: {runAsUser: 1234},", "/"));
            }
            var file = agent.write("pods.yaml", String.join("---\n", pods));
            agent.bookend("apply", "-f", file.toString()).well();
            var logs = "cat state/runtime/pods/*/logs/app/1.log | cut -d' ' -f4- | grep -v '^up$'";
            Awaitility.await()
                    .atMost(Duration.ofMinutes(3))
                    .until(
                            () ->
                                    agent.sh(logs).out().lines().filter("searched"::equals).count()
                                            >= pods.size());
            assertThat(agent.sh(logs).out().lines()).containsOnly("searched");
        }
    }
}
