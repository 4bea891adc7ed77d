package dev.bookend.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/// Bookend in a process of its own, where it can be sent signals.
public final class ChildRun implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(90);

    private final Process process;
    private final List<String> out = new CopyOnWriteArrayList<>();
    private final List<String> err = new CopyOnWriteArrayList<>();
    private final List<Thread> readers;

    private ChildRun(Process process) {
        this.process = process;
        readers =
                List.of(
                        follow(process.getInputStream(), out),
                        follow(process.getErrorStream(), err));
    }

    public static ChildRun start(Path state, String verb, String... args) throws IOException {
        return new ChildRun(new ProcessBuilder(command(state, verb, args)).start());
    }

    /// The same below another command, which may change the world that Bookend sees.
    public static ChildRun startBelow(List<String> outer, List<String> inner) throws IOException {
        var command = new ArrayList<>(outer);
        command.addAll(inner);
        return new ChildRun(new ProcessBuilder(command).start());
    }

    public static ChildRun of(ProcessBuilder process) throws IOException {
        return new ChildRun(process.start());
    }

    public static List<String> command(Path state, String verb, String... args) {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var command = new ArrayList<>(List.of("env", "--default-signal=INT,TERM,HUP", java));
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx128m"));
        command.add("-Dbookend.native=" + System.getProperty("bookend.native", ""));
        command.addAll(List.of("-cp", System.getProperty("java.class.path", "")));
        command.addAll(List.of(Main.class.getName(), verb, "--state", state.toString()));
        command.addAll(List.of(args));
        return command;
    }

    /// The same as the launcher starts it.
    static List<String> launched(Path state, String verb, String... args) throws IOException {
        var command = new ArrayList<>(command(state, verb, args));
        var java = command.indexOf("env") + 2;
        var flags = command.subList(java + 1, command.indexOf("-Xmx128m") + 1);
        flags.clear();
        flags.addAll(flags());
        command.addAll(java, List.of(System.getProperty("bookend.native", ""), "agent"));
        return command;
    }

    /// The launcher's own words about the JVM.
    private static List<String> flags() throws IOException {
        var words =
                new ProcessBuilder(
                                "sh",
                                "-c",
                                "eval \"$(grep -E '^(common|flags)=' \"$1\")\"; echo $flags",
                                "sh",
                                "../bookend")
                        .start();
        try (var reader = words.inputReader(StandardCharsets.UTF_8)) {
            var flags = List.of(String.valueOf(reader.readLine()).split(" "));
            assertThat(flags).contains("-Xmx256m", "-XX:+ExitOnOutOfMemoryError");
            return flags;
        }
    }

    private static Thread follow(InputStream stream, List<String> lines) {
        // A virtual thread that reads a pipe holds one of the few threads that carry all of them.
        return Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            var reader =
                                    new BufferedReader(
                                            new InputStreamReader(stream, StandardCharsets.UTF_8));
                            try {
                                for (var line = reader.readLine();
                                        line != null;
                                        line = reader.readLine()) {
                                    lines.add(line);
                                }
                            } catch (IOException _) {
                                // Whoever kills the child closes its streams, too.
                            }
                        });
    }

    /// Waits for a line of output that contains all these words.
    public ChildRun awaitLine(String... words) {
        return await(out, words);
    }

    /// The same for what it says to a person.
    public ChildRun awaitError(String... words) {
        return await(err, words);
    }

    private ChildRun await(List<String> lines, String... words) {
        try {
            Awaitility.await("a line with " + List.of(words))
                    .atMost(LIMIT)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> over() || lines.stream().anyMatch(it -> containsAll(it, words)));
        } catch (ConditionTimeoutException missing) {
            throw new AssertionError(missing.getMessage() + " in:\n" + this, missing);
        }
        assertThat(lines).as(this::toString).anySatisfy(line -> assertThat(line).contains(words));
        return this;
    }

    private boolean over() {
        return !process.isAlive() && readers.stream().noneMatch(Thread::isAlive);
    }

    private static boolean containsAll(String line, String... words) {
        return List.of(words).stream().allMatch(line::contains);
    }

    public ChildRun signal(String name) throws IOException, InterruptedException {
        var kill = new ProcessBuilder("kill", "-s", name, String.valueOf(process.pid())).start();
        kill.waitFor(10, TimeUnit.SECONDS);
        return this;
    }

    /// Dies as by `kill -9`.
    public void crash() {
        process.destroyForcibly().onExit().join();
    }

    public int await() throws InterruptedException {
        if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("still running: " + this);
        }
        for (var reader : readers) {
            reader.join(LIMIT);
        }
        return process.exitValue();
    }

    public long pid() {
        return process.pid();
    }

    public List<String> out() {
        return List.copyOf(out);
    }

    public List<String> err() {
        return List.copyOf(err);
    }

    @Override
    public String toString() {
        return String.join("\n", out) + "\n" + String.join("\n", err);
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
