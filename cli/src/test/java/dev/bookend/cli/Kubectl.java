package dev.bookend.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/// A real kubectl on this machine.
///
/// @param version such as `1.36`
public record Kubectl(Path program, String version) {
    private static final Pattern VERSION = Pattern.compile("Client Version: v(\\d+\\.\\d+)");
    private static final int OLDEST_WITH_WEBSOCKETS = 31;
    private static final long BUILD_MINUTES = 30;

    /// One of each version that speaks WebSocket, from where `e2e/binaries` looks; the first one is
    /// built if there is none.
    public static List<Kubectl> all() throws IOException, InterruptedException {
        var found = new LinkedHashMap<String, Kubectl>();
        for (var program : candidates()) {
            var version = version(program);
            version.ifPresent(it -> found.putIfAbsent(it, new Kubectl(program, it)));
        }
        return found.isEmpty() ? List.of(built()) : List.copyOf(found.values());
    }

    public static Kubectl first() throws IOException, InterruptedException {
        return all().getFirst();
    }

    private static List<Path> candidates() throws IOException {
        var env = System.getenv();
        var directories = new ArrayList<Path>();
        Optional.ofNullable(env.get("BOOKEND_K8S_BIN")).map(Path::of).ifPresent(directories::add);
        directories.addAll(cached(env));
        for (var each : env.getOrDefault("PATH", "").split(":", -1)) {
            directories.add(Path.of(each));
        }
        return directories.stream()
                .map(it -> it.resolve("kubectl"))
                .filter(Files::isExecutable)
                .toList();
    }

    /// The newest first: the document was recorded with it.
    private static List<Path> cached(Map<String, String> env) throws IOException {
        var home = env.getOrDefault("HOME", "/root");
        var cache = Path.of(env.getOrDefault("XDG_CACHE_HOME", home + "/.cache"), "bookend");
        if (!Files.isDirectory(cache)) {
            return List.of();
        }
        try (var below = Files.list(cache)) {
            return below.filter(it -> it.getFileName().toString().startsWith("kubernetes-"))
                    .sorted(Comparator.reverseOrder())
                    .map(it -> it.resolve("bin"))
                    .toList();
        }
    }

    private static Optional<String> version(Path program) throws IOException, InterruptedException {
        var said = output(List.of(program.toString(), "version", "--client"), 60);
        var match = VERSION.matcher(said);
        return match.find()
                ? Optional.of(match.group(1)).filter(Kubectl::isServed)
                : Optional.empty();
    }

    private static boolean isServed(String version) {
        return Integer.parseInt(version.substring(version.indexOf('.') + 1))
                >= OLDEST_WITH_WEBSOCKETS;
    }

    private static Kubectl built() throws IOException, InterruptedException {
        var script = Path.of("..", "e2e", "binaries").toAbsolutePath().normalize().toString();
        var directory = output(List.of(script, "kubectl"), BUILD_MINUTES * 60).strip();
        var program = Path.of(directory, "kubectl");
        var version =
                version(program)
                        .orElseThrow(
                                () ->
                                        new AssertionError(
                                                "no kubectl 1.31 or later on the PATH, and "
                                                        + script
                                                        + " kubectl made none"));
        return new Kubectl(program, version);
    }

    private static String output(List<String> command, long seconds)
            throws IOException, InterruptedException {
        var process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(command + " took longer than " + seconds + " s");
        }
        return said;
    }

    @Override
    public String toString() {
        return "kubectl " + version;
    }
}
