package dev.bookend.runtime.process.cgroup;

import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.runtime.Limits;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The control groups of this runtime's containers: one a pod, and one below it for each attempt
/// with limits. An attempt's shim removes its own, a sandbox the pod's.
public record Cgroups(List<Hierarchy> hierarchies) {
    static final List<String> CONTROLLERS = List.of("cpu", "memory");

    public Cgroups {
        hierarchies = List.copyOf(hierarchies);
    }

    /// The controllers that are out of reach here.
    public List<String> missing() {
        return CONTROLLERS.stream()
                .filter(
                        name ->
                                hierarchies.stream()
                                        .noneMatch(it -> it.controllers().contains(name)))
                .toList();
    }

    /// Makes an attempt's groups with their limits.
    public List<Path> make(String uid, Attempt attempt, Limits limits) throws IOException {
        var groups = new ArrayList<Path>();
        if (limits.none()) return groups;
        for (var hierarchy : hierarchies) {
            var group = hierarchy.pod(uid).resolve(name(attempt));
            try {
                hierarchy.make(uid, group, limits);
            } catch (NoSuchFileException _) {
                // Another pod's end took the empty groups above it away.
                hierarchy.make(uid, group, limits);
            }
            groups.add(group);
        }
        return groups;
    }

    private static String name(Attempt attempt) {
        return attempt.container() + "." + attempt.number();
    }

    public void remove(String uid, Attempt attempt) {
        for (var hierarchy : hierarchies) removeEmpty(hierarchy.pod(uid).resolve(name(attempt)));
    }

    /// Removes a pod's groups, those included that a killed shim has left, and what is empty above.
    public void remove(String uid) {
        for (var hierarchy : hierarchies) {
            var pod = hierarchy.pod(uid);
            if (!Files.isDirectory(pod)) continue;
            groupsBelow(pod).forEach(Cgroups::removeEmpty);
            removeEmpty(pod);
            removeEmpty(hierarchy.base());
        }
    }

    private static List<Path> groupsBelow(Path pod) {
        var groups = new ArrayList<Path>();
        try (var entries = Files.newDirectoryStream(pod, Files::isDirectory)) {
            entries.forEach(groups::add);
        } catch (IOException | DirectoryIteratorException _) {
            // It is gone already.
        }
        return groups;
    }

    /// The kernel refuses to remove a group with processes or groups in it.
    private static void removeEmpty(Path group) {
        try {
            Files.deleteIfExists(group);
        } catch (IOException _) {
            // Somebody is in it, and who is last removes it.
        }
    }
}
