package dev.bookend.agent.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// Lets a journal that has grown long go on in a new file, which begins with the pod's state.
///
/// At every moment there is a whole journal under its name: the new file is finished before it
/// takes the name, and the old one is kept under another name before it loses its own.
public final class JournalRotation {
    static final long MOST_BYTES = 1024 * 1024;

    private final Path path;
    private final long most;
    private final Runnable betweenSteps;
    private long due;

    /// @param betweenSteps called between any two changes of the disk
    JournalRotation(Path path, long most, Runnable betweenSteps) {
        this.path = path;
        this.most = most;
        this.betweenSteps = betweenSteps;
        due = most;
    }

    public static JournalRotation of(Path path) {
        return new JournalRotation(path, MOST_BYTES, () -> {});
    }

    Path path() {
        return path;
    }

    boolean isDue(JournalFile file) {
        return file.end() > due && !file.isLow();
    }

    /// The file to go on with: the old one if there is no room for another.
    JournalFile rotate(JournalFile old, JournalHeader header, JournalSnapshot snapshot) {
        try {
            var fresh = replace(".earlier", header, snapshot);
            due = fresh.end() + most;
            old.close();
            return fresh;
        } catch (IOException _) {
            due = old.end() + most;
            return old;
        }
    }

    /// Begins the journal anew behind a state.
    ///
    /// @param kept what is added to the old one's name
    public JournalFile replace(String kept, JournalHeader header, JournalSnapshot snapshot)
            throws IOException {
        var fresh = begin(header, snapshot);
        keep(sibling(kept));
        betweenSteps.run();
        Files.move(begun(), path, StandardCopyOption.ATOMIC_MOVE);
        return fresh;
    }

    private JournalFile begin(JournalHeader header, JournalSnapshot snapshot) throws IOException {
        var fresh = JournalFile.create(begun());
        betweenSteps.run();
        fresh.add(JournalLine.of(header.text()));
        JournalLine.of(snapshot).forEach(fresh::add);
        fresh.write();
        fresh.sync();
        betweenSteps.run();
        if (fresh.isLow()) {
            fresh.close();
            Files.deleteIfExists(begun());
            throw new IOException("no room for another journal");
        }
        return fresh;
    }

    /// A file system without links keeps only what the new journal sums up.
    private void keep(Path kept) throws IOException {
        var link = sibling(".link");
        Files.deleteIfExists(link);
        try {
            Files.createLink(link, path);
        } catch (IOException | UnsupportedOperationException _) {
            return;
        }
        betweenSteps.run();
        Files.move(link, kept, StandardCopyOption.ATOMIC_MOVE);
    }

    private Path begun() {
        return sibling(".new");
    }

    private Path sibling(String suffix) {
        return path.resolveSibling(path.getFileName() + suffix);
    }
}
