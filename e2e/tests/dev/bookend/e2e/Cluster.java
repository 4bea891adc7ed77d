package dev.bookend.e2e;

import dev.bookend.e2e.Program.Ran;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.json.JsonRead;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A cluster with Bookend in it: one of our own, or one that is there already.
///
/// With `-Dkubeconfig=…` nodes must have, or find, the images that `-Dimage=…` and `-Dbusybox=…`
/// name. With `-Dkeep=true` our own cluster stays, and the next run begins with it as it is.
final class Cluster implements AutoCloseable {
    private static final Path PLAIN = Path.of("../deploy/bookend.yaml");
    private static final String IMAGE = "localhost/bookend-operator:0.1.0";
    private final Optional<String> given = property("kubeconfig");
    private final boolean kept = Boolean.getBoolean("keep");

    Cluster() {
        if (given.isEmpty()) {
            make();
        }
        install();
    }

    /// What a run that was killed left behind is no beginning for another.
    private void make() {
        if (!kept) {
            Program.aloud(Duration.ofMinutes(10)).run("./cluster", "down").must();
        }
        if (!Program.aloud(Duration.ofMinutes(40)).run("./cluster", "up").well()) {
            Program.aloud(Duration.ofMinutes(1)).run("./cluster", "logs");
            throw new IllegalStateException("the cluster does not come up");
        }
        var image = Path.of("target/bookend-operator.tar").toString();
        Program.aloud(Duration.ofMinutes(10)).run("../deploy/image/build", image).must();
        Program.quiet().run("./cluster", "load", image).must();
    }

    private void install() {
        apply("apply", plain()).must();
        awaitOperators();
        System.out.println("the operator is there");
    }

    private static String plain() {
        try {
            return Files.readString(PLAIN).replace(IMAGE, property("image").orElse(IMAGE));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static String busybox() {
        return property("busybox").orElse("localhost/busybox:1");
    }

    private static Optional<String> property(String name) {
        return Optional.ofNullable(System.getProperty(name)).filter(it -> !it.isEmpty());
    }

    /// Waits until all operators that are wanted are there.
    void awaitOperators() {
        kubectl(
                        "rollout",
                        "status",
                        "-n",
                        "bookend",
                        "deployment/bookend-operator",
                        "--timeout=170s")
                .must();
    }

    boolean isOurs() {
        return given.isEmpty();
    }

    /// Restarts a part of our own cluster, such as the kubelet.
    void restart(String part) {
        Program.quiet().run("./cluster", "restart", part).must();
    }

    Ran kubectl(String... words) {
        return Program.quiet().run(command(words));
    }

    Ran apply(String verb, String yaml) {
        return Program.reading(yaml).run(command(verb, "-f", "-"));
    }

    Json json(String... words) {
        var all = new ArrayList<>(List.of(words));
        all.addAll(List.of("-o", "json"));
        var ran = kubectl(all.toArray(String[]::new));
        return JsonRead.of(ran.text()) instanceof JsonRead.Value(var json) ? json : new Json.Null();
    }

    String[] command(String... words) {
        var all = new ArrayList<String>();
        if (given.isPresent()) {
            all.addAll(List.of("kubectl", "--kubeconfig", given.get()));
        } else {
            all.addAll(List.of("./cluster", "kubectl"));
        }
        all.addAll(List.of(words));
        return all.toArray(String[]::new);
    }

    @Override
    public void close() {
        if (given.isEmpty() && !kept) {
            Program.aloud(Duration.ofMinutes(10)).run("./cluster", "down").must();
        }
    }
}
