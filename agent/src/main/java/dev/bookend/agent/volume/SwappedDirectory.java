package dev.bookend.agent.volume;

import dev.bookend.agent.environment.StartRefused;
import dev.bookend.agent.state.Machine;
import dev.bookend.runtime.GuardedFiles.Step;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// A directory whose files all change in one moment, as Kubernetes lays it out: they live in a
/// directory of their own, `..data` is a link to it, and each name in sight is a link through
/// `..data`. An update writes a new directory and swaps the one link.
///
/// Containers see it read-only. One that could write it nevertheless spoils what is in it and
/// nothing else: here is only looked, and what to do is handed to whoever follows no link.
final class SwappedDirectory {
    private static final String DATA = "..data";
    private static final int LONGEST_NAME = 255;
    private static final int MODE = 0755;

    private final Path root;
    private final Ownership ownership;

    SwappedDirectory(Path root, Ownership ownership) {
        this.root = root;
        this.ownership = ownership;
    }

    /// What shows exactly these files from now on.
    List<Step> show(Map<String, VolumeFile> files) throws IOException, StartRefused {
        for (var path : files.keySet()) {
            check(path);
        }
        var fresh = root.resolve(".." + Machine.freshId());
        var steps = new ArrayList<Step>();
        steps.add(ownership.directory(root, MODE));
        steps.add(ownership.directory(fresh, MODE));
        directories(files.keySet())
                .forEach(each -> steps.add(ownership.directory(fresh.resolve(each), MODE)));
        files.forEach((path, file) -> steps.add(ownership.file(fresh.resolve(path), file)));
        steps.add(new Step.Link(root.resolve(DATA), fresh.getFileName().toString()));
        showNames(files.keySet(), steps);
        return steps;
    }

    /// Whoever writes the keys must not choose where the files go.
    private static void check(String path) throws StartRefused {
        var parts = List.of(path.split("/", -1));
        var bad =
                parts.stream().anyMatch(it -> it.isEmpty() || it.length() > LONGEST_NAME)
                        || parts.contains("..")
                        || parts.contains(".")
                        || path.startsWith("..")
                        || path.indexOf('\0') >= 0;
        if (bad) {
            throw StartRefused.config(
                    "\"%s\" is no path for a file of a volume; rename the key, or give it a path"
                            .formatted(path.replaceAll("\\p{Cntrl}", "?")));
        }
    }

    /// Those that the files are in, each after the one that it is in.
    private static Set<String> directories(Set<String> paths) {
        var all = new LinkedHashSet<String>();
        for (var path : paths) {
            for (var cut = path.indexOf('/'); cut > 0; cut = path.indexOf('/', cut + 1)) {
                all.add(path.substring(0, cut));
            }
        }
        return all;
    }

    /// Names that are no longer wanted go, and so do the directories of earlier updates, also of
    /// one that an agent did not live to finish.
    private void showNames(Set<String> paths, List<Step> steps) throws IOException {
        var wanted = new TreeSet<String>();
        paths.forEach(path -> wanted.add(path.split("/", 2)[0]));
        var there = entries();
        for (var name : wanted) {
            if (!leads(root.resolve(name), Path.of(DATA, name))) {
                steps.add(new Step.Link(root.resolve(name), DATA + "/" + name));
            }
        }
        there.removeAll(wanted);
        there.remove(DATA);
        there.forEach(name -> steps.add(new Step.Remove(root.resolve(name))));
    }

    private static boolean leads(Path link, Path target) {
        try {
            return Files.readSymbolicLink(link).equals(target);
        } catch (IOException _) {
            return false;
        }
    }

    private Set<String> entries() throws IOException {
        var names = new TreeSet<String>();
        if (!Files.isDirectory(root, LinkOption.NOFOLLOW_LINKS)) {
            return names;
        }
        try (var entries = Files.newDirectoryStream(root)) {
            entries.forEach(each -> names.add(String.valueOf(each.getFileName())));
        } catch (NoSuchFileException _) {
            // It was taken away meanwhile.
        }
        return names;
    }
}
