package dev.bookend.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.awaitility.Awaitility;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A `bookend agent` in a process of its own, and the shell of somebody who uses kubectl on it.
public final class AgentRun implements AutoCloseable {
    private final Path directory;
    private final Path state;
    private final List<String> options;
    private final boolean launched;
    private ChildRun agent;
    private String path = System.getenv().getOrDefault("PATH", "");

    /// What a command did.
    public record Said(String command, int code, String out, String err) {
        /// Says what went wrong if it did.
        public Said well() {
            assertThat(code).as("%s\n%s%s", command, out, err).isZero();
            return this;
        }

        public Said badly() {
            assertThat(code).as("%s\n%s%s", command, out, err).isNotZero();
            return this;
        }
    }

    private AgentRun(List<String> machine, Path directory, List<String> options, boolean launched)
            throws IOException {
        this.directory = directory;
        this.options = options;
        this.launched = launched;
        state = directory.resolve("state");
        agent = started(machine);
    }

    /// An agent whose state is below a directory, in which commands run too.
    public static AgentRun start(Path directory, String... options) throws IOException {
        return startOn(List.of(), directory, options);
    }

    /// The same below a command that makes another machine of this one.
    public static AgentRun startOn(List<String> machine, Path directory, String... options)
            throws IOException {
        return new AgentRun(machine, directory, List.of(options), false);
    }

    /// An agent that has the memory, and all else, that the launcher gives it.
    public static AgentRun startAsLaunched(Path directory, String... options) throws IOException {
        return new AgentRun(List.of(), directory, List.of(options), true);
    }

    private ChildRun started(List<String> machine) throws IOException {
        var words = options.toArray(String[]::new);
        var inner =
                launched
                        ? ChildRun.launched(state, "agent", words)
                        : ChildRun.command(state, "agent", words);
        return ChildRun.startBelow(machine, inner).awaitError("serving on 127.0.0.1");
    }

    /// Puts a kubectl on the path of the shell.
    public AgentRun with(Kubectl kubectl) {
        path = kubectl.program().getParent() + ":" + path;
        return this;
    }

    public Path state() {
        return state;
    }

    public Path kubeconfig() {
        return state.resolve("kubeconfig");
    }

    public ChildRun agent() {
        return agent;
    }

    /// Ends the agent as systemd does, and starts the next one.
    public void restart() throws IOException, InterruptedException {
        assertThat(agent.signal("TERM").await()).as(agent::toString).isZero();
        again();
    }

    /// Starts the next agent after one that has ended.
    public void again() throws IOException {
        againOn(List.of());
    }

    public void againOn(List<String> machine) throws IOException {
        agent = started(machine);
    }

    /// Ends the agent by `kill -9`, and starts the next one.
    public void crash() throws IOException {
        agent.crash();
        again();
    }

    public Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    /// Runs a shell's line to its end.
    public Said sh(String line) throws IOException, InterruptedException {
        try (var run = follow(line)) {
            var code = run.await();
            return new Said(line, code, text(run.out()), text(run.err()));
        }
    }

    public Said kubectl(String line) throws IOException, InterruptedException {
        return sh("kubectl " + line);
    }

    private static String text(List<String> lines) {
        return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
    }

    /// Begins a shell's line that goes on for a while.
    public ChildRun follow(String line) throws IOException {
        var process = new ProcessBuilder("sh", "-c", line).directory(directory.toFile());
        var env = process.environment();
        env.put("KUBECONFIG", kubeconfig().toString());
        env.put("HOME", directory.toString());
        env.put("PATH", path);
        env.put("TERM", "dumb");
        return ChildRun.of(process.redirectInput(new File("/dev/null")));
    }

    /// Runs another verb on the state directory of the agent.
    public Said bookend(String verb, String... args) throws IOException, InterruptedException {
        try (var run = ChildRun.start(state, verb, args)) {
            var code = run.await();
            var line = new ArrayList<>(List.of("bookend", verb));
            line.addAll(List.of(args));
            return new Said(String.join(" ", line), code, text(run.out()), text(run.err()));
        }
    }

    /// Asks again and again until an answer has these words.
    public void awaitOutput(String words, String verb, String... args) {
        Awaitility.await(words)
                .atMost(Duration.ofSeconds(60))
                .until(() -> bookend(verb, args).out().contains(words));
    }

    /// Ends all pods, so that no process stays behind, and then the agent.
    @Override
    public void close() {
        try {
            bookend("drain", "--budget", "1").well();
            agent.signal("TERM").await();
        } catch (IOException failure) {
            throw new AssertionError(failure);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            agent.close();
        }
    }
}
