package dev.bookend.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The units under which the agent serves a machine.
class SystemdUnitsTest {
    private static final Path UNITS = Project.here().root().resolve("deploy/systemd");
    private static final List<String> NAMES = List.of("bookend.service", "bookend-drain.service");

    @TempDir Path directory;

    private static Map<String, String> settings(String unit) throws IOException {
        var settings = new HashMap<String, String>();
        for (var line : Files.readAllLines(UNITS.resolve(unit))) {
            var equals = line.indexOf('=');
            if (equals > 0 && !line.startsWith("#")) {
                settings.put(line.substring(0, equals), line.substring(equals + 1));
            }
        }
        return settings;
    }

    /// Shows EXIT-8.
    @Test
    void aRestartOfTheAgentEndsNoContainer() throws IOException {
        assertThat(settings("bookend.service"))
                .containsEntry("KillMode", "process")
                .containsEntry("Delegate", "yes")
                .containsEntry("OOMPolicy", "continue")
                .containsEntry("TasksMax", "infinity")
                .containsEntry("Wants", "bookend-drain.service");
        assertThat(settings("bookend-drain.service"))
                .as("it must not go with the agent")
                .doesNotContainKeys("Requires", "BindsTo", "PartOf");
    }

    /// Shows EXIT-8.
    @Test
    void aShutdownDrainsBeforeTheAgentGoesWithinItsBudget() throws IOException {
        var drain = settings("bookend-drain.service");
        assertThat(drain)
                .containsEntry("After", "bookend.service")
                .containsEntry("Before", "shutdown.target")
                .containsEntry("Conflicts", "shutdown.target")
                .containsEntry("RemainAfterExit", "yes");
        var stop = drain.getOrDefault("ExecStop", "");
        var budget = Integer.parseInt(stop.replaceAll(".*drain --budget (\\d+)$", "$1"));
        var limit = Integer.parseInt(drain.getOrDefault("TimeoutStopSec", "0"));
        assertThat(limit).as("what drain may take beyond its budget").isGreaterThan(budget + 17);
        assertThat(Files.readString(Project.here().root().resolve("docs/agent.md")))
                .contains("%d seconds for every pod".formatted(budget));
    }

    @Test
    void systemdUnderstandsThem() throws Exception {
        assumeTrue(
                Files.isExecutable(Path.of("/usr/bin/systemd-analyze")), "needs systemd-analyze");
        for (var name : NAMES) {
            var text = Files.readString(UNITS.resolve(name));
            Files.writeString(
                    directory.resolve(name), text.replace("/usr/bin/bookend", "/bin/true"));
        }
        var verdict =
                Shell.in(directory)
                        .run(
                                "systemd-analyze",
                                "verify",
                                "--man=no",
                                directory.resolve(NAMES.getFirst()).toString(),
                                directory.resolve(NAMES.getLast()).toString());
        assertThat(verdict.err()).isEmpty();
        assertThat(verdict.exit()).isZero();
    }
}
