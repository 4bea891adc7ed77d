package dev.bookend.cli.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.cli.AgentRun;
import dev.bookend.cli.Kubectl;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// `docs/kubectl.md` shows what really happens.
@Tag("slow")
class KubectlDocumentTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "kubectl.md");
    private static final String COMMAND = "$ ";

    /// Whether lines are between fences, and of which kind.
    private enum Place {
        TEXT,
        FILE,
        CONSOLE
    }

    @Test
    void everyCommandSaysWhatTheDocumentShows(@TempDir Path directory) throws Exception {
        var written = Files.readAllLines(DOCUMENT);
        try (var agent = AgentRun.start(directory, "--isolation", "none").with(Kubectl.first())) {
            var recorded = recorded(agent, written);
            if (Boolean.getBoolean("bookend.record")) {
                Files.write(DOCUMENT, recorded);
            }
            assertThat(written).filteredOn(it -> it.startsWith(COMMAND)).hasSizeGreaterThan(25);
            assertThat(masked(recorded)).isEqualTo(masked(Files.readAllLines(DOCUMENT)));
        }
    }

    /// The document with what the commands say now.
    private static List<String> recorded(AgentRun agent, List<String> written) throws Exception {
        var recorded = new ArrayList<String>();
        var place = Place.TEXT;
        for (var line : written) {
            var fence = line.startsWith("```");
            if (place == Place.TEXT || fence || line.startsWith(COMMAND)) {
                recorded.add(line);
            }
            if (fence) {
                place = next(place, line);
            } else if (place == Place.FILE) {
                recorded.add(line);
                addToFile(agent, recorded, line);
            } else if (line.startsWith(COMMAND)) {
                recorded.addAll(said(agent, line.substring(COMMAND.length())));
            }
        }
        return recorded;
    }

    private static Place next(Place place, String fence) {
        if (place != Place.TEXT) {
            return Place.TEXT;
        }
        return fence.equals("```yaml") ? Place.FILE : Place.CONSOLE;
    }

    /// The first line of a file names it.
    private static void addToFile(AgentRun agent, List<String> recorded, String line)
            throws IOException {
        var begin = recorded.lastIndexOf("```yaml") + 1;
        var name = recorded.get(begin).substring("# ".length());
        assertThat(name).as(line).matches("[a-z]+\\.yaml");
        agent.write(name, String.join("\n", recorded.subList(begin, recorded.size())) + "\n");
    }

    private static List<String> said(AgentRun agent, String command) throws Exception {
        var said = agent.sh(command);
        return (said.out() + said.err()).lines().map(String::stripTrailing).toList();
    }

    /// Without what is different at each run, and between versions of kubectl.
    private static List<String> masked(List<String> lines) {
        return lines.stream()
                .map(it -> it.replaceAll("[0-9]+[smh]", "AGE"))
                .map(it -> it.replaceAll("127.0.0.1:[0-9]+", "SERVER"))
                .map(it -> it.replace(" from default namespace", ""))
                .map(it -> it.replace("unable to upgrade connection: ", ""))
                .map(it -> it.replaceAll("\\s+", " ").strip())
                .toList();
    }
}
