package dev.bookend.cli.input;

import dev.bookend.agent.duty.DirectoryWatch;
import dev.bookend.agent.environment.GivenObjects;
import dev.bookend.manifest.read.ManifestReader;
import dev.bookend.manifest.text.ManifestSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// Reads given files again when they change, so that what running pods mount of them is brought up
/// to date. The pods in them are left as they are.
public final class ChangedFiles {
    /// Editors write in several steps, and one reading is enough for all of them.
    private static final Duration SETTLE = Duration.ofMillis(100);

    private static final Stamp GONE = new Stamp(FileTime.fromMillis(0), 0, "");

    private final GivenObjects objects;
    private final Consumer<String> say;
    private final Map<Path, Stamp> stamps = new HashMap<>();
    private final AtomicBoolean due = new AtomicBoolean();

    private ChangedFiles(GivenObjects objects, Consumer<String> say) {
        this.objects = objects;
        this.say = say;
    }

    private record Stamp(FileTime time, long size, String key) {}

    /// Follows the files that hold objects until the watch is closed.
    public static void follow(DirectoryWatch watch, GivenPods given, Consumer<String> say)
            throws IOException {
        var changes = new ChangedFiles(given.objects(), say);
        for (var name : given.files()) {
            if (Files.isRegularFile(Path.of(name)) && given.objects().isFrom(name)) {
                changes.follow(watch, Path.of(name));
            }
        }
    }

    private void follow(DirectoryWatch watch, Path file) throws IOException {
        stamps.put(file, stamp(file));
        watch.on(file.toAbsolutePath().resolveSibling("."), this::soon);
    }

    private void soon() {
        if (due.compareAndSet(false, true)) {
            Thread.ofVirtual().name("changed-files").start(this::settled);
        }
    }

    private void settled() {
        try {
            Thread.sleep(SETTLE);
            due.set(false);
            lookAgain();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void lookAgain() {
        for (var file : List.copyOf(stamps.keySet())) {
            try {
                var now = stamp(file);
                if (!now.equals(stamps.put(file, now))) {
                    read(file);
                }
            } catch (NoSuchFileException _) {
                missing(file);
            } catch (IOException _) {
                // It is between two states; its next change is heard of, too.
            }
        }
    }

    private void missing(Path file) {
        if (!GONE.equals(stamps.put(file, GONE))) {
            say.accept("%s is gone; volumes keep what they have of it.".formatted(file));
        }
    }

    private static Stamp stamp(Path file) throws IOException {
        var facts = Files.readAttributes(file, BasicFileAttributes.class);
        return new Stamp(facts.lastModifiedTime(), facts.size(), String.valueOf(facts.fileKey()));
    }

    private void read(Path file) {
        var read = ManifestReader.read(ManifestSource.of(file));
        var wrong = read.findings().stream().filter(it -> it.finding().isError()).findFirst();
        if (wrong.isPresent()) {
            say.accept(
                    "%s has changed and is not used; volumes keep what they have of it. %s"
                            .formatted(file, FindingPrinter.located(read.name(), wrong.get())));
        } else if (objects.take(read)) {
            say.accept("%s has changed; volumes are brought up to date.".formatted(file));
        }
    }
}
