package dev.bookend.agent.state;

import dev.bookend.lifecycle.engine.Outstanding.HookRun;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/// Where a pod's things are kept on disk.
public record PodDirectory(Path root) {
    /// What a start needs at least for its records.
    private static final long LEAST_ROOM = 512 * 1024;

    /// Whether nothing more should be begun here.
    public boolean isFull() {
        return root.toFile().getUsableSpace() < LEAST_ROOM;
    }

    /// The record of the pod's present or last life.
    public Path journal() {
        return root.resolve("journal");
    }

    /// The record of the life before.
    public Path previousJournal() {
        return root.resolve("journal.previous");
    }

    /// What the journal held before it was last summed up.
    public Path earlierJournal() {
        return root.resolve("journal.earlier");
    }

    /// A journal that could not be trusted, kept for whoever wants to know.
    public Path damagedJournal() {
        return root.resolve("journal.damaged");
    }

    /// The identity of the pod's present life, beside the journal that may be damaged.
    public Path uid() {
        return root.resolve("uid");
    }

    /// What is written there; empty if nothing that could be one.
    public Optional<String> readUid() {
        try {
            return Optional.of(Files.readString(uid()).strip())
                    .filter(it -> it.matches("[-A-Za-z0-9]{1,100}"));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /// The manifest by which the pod lives.
    public Path manifest() {
        return root.resolve("manifest.json");
    }

    public Path lock() {
        return root.resolve("lock");
    }

    /// Where other processes leave what they want of the pod's owner.
    public Path requests() {
        return root.resolve("requests");
    }

    public Path stopRequest() {
        return requests().resolve("stop");
    }

    /// The volumes of all its lives.
    public Path volumes() {
        return root.resolve("volumes");
    }

    public Path volumes(String uid) {
        return volumes().resolve(uid);
    }

    /// The last words of a hook (HOOK-6).
    public Path hookOutput(HookRun hook) {
        var file =
                "%s-%d-%s"
                        .formatted(
                                hook.attempt().container(),
                                hook.attempt().number(),
                                hook.hook().word());
        return root.resolve("hooks").resolve(file);
    }

    /// Writes a file so that a crash leaves the old one or the new one.
    public static void replace(Path file, String text) throws IOException {
        var fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(fresh, text);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /// Clears away what a life before has left, its journal and its volumes excepted.
    public void clear() throws IOException {
        Files.deleteIfExists(stopRequest());
        if (Files.exists(journal())) {
            Files.move(journal(), previousJournal(), StandardCopyOption.ATOMIC_MOVE);
        }
        Files.deleteIfExists(earlierJournal());
        remove(root.resolve("hooks"));
    }

    /// Removes a tree of our own as far as its modes let us; links are not followed. Nothing that a
    /// container may write is removed by this.
    public static void remove(Path tree) throws IOException {
        if (Files.exists(tree)) {
            Files.walkFileTree(tree, new Removal());
        }
    }

    private static final class Removal extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            return delete(file);
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure) {
            return delete(directory);
        }

        private static FileVisitResult delete(Path path) {
            try {
                Files.delete(path);
            } catch (IOException _) {
                // What cannot be removed is in nobody's way: every life has places of its own.
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
