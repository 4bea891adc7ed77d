package dev.bookend.runtime.process.cgroup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds where this user may make control groups: at the top of a tree, or below its own group.
public final class CgroupSearch {
    private static final String NAME = "bookend";

    private final List<String> mounts;
    private final List<String> own;

    private CgroupSearch(List<String> mounts, List<String> own) {
        this.mounts = mounts;
        this.own = own;
    }

    public static Cgroups find() {
        try {
            var mounts = Files.readAllLines(Path.of("/proc/self/mountinfo"));
            var own = Files.readAllLines(Path.of("/proc/self/cgroup"));
            return new CgroupSearch(mounts, own).all();
        } catch (IOException _) {
            return new Cgroups(List.of());
        }
    }

    private Cgroups all() {
        var found = new ArrayList<Hierarchy>();
        for (var controller : Cgroups.CONTROLLERS) first(controller).ifPresent(found::add);
        var missing =
                Cgroups.CONTROLLERS.stream()
                        .filter(
                                name ->
                                        found.stream()
                                                .noneMatch(it -> it.controllers().contains(name)))
                        .toList();
        if (!missing.isEmpty()) unified(missing).ifPresent(found::add);
        return new Cgroups(found);
    }

    private Optional<Hierarchy> first(String controller) {
        return mounts.stream()
                .map(line -> line.split(" ", -1))
                .filter(parts -> isOf(parts, "cgroup"))
                .filter(
                        parts ->
                                List.of(parts[parts.length - 1].split(",", -1))
                                        .contains(controller))
                .flatMap(parts -> places(parts[4], ":" + controller + ":"))
                .map(base -> new Hierarchy(base, List.of(controller), false))
                .filter(CgroupSearch::isWritable)
                .findFirst();
    }

    private Optional<Hierarchy> unified(List<String> controllers) {
        return mounts.stream()
                .map(line -> line.split(" ", -1))
                .filter(parts -> isOf(parts, "cgroup2"))
                .flatMap(parts -> places(parts[4], "0::"))
                .filter(base -> offers(base, controllers))
                .map(base -> new Hierarchy(base, controllers, true))
                .filter(CgroupSearch::isWritable)
                .findFirst();
    }

    private static boolean isOf(String[] parts, String type) {
        var dash = List.of(parts).indexOf("-");
        return dash > 0 && dash + 1 < parts.length && parts[dash + 1].equals(type);
    }

    /// Groups of our name at the top, and below the group that this process is in.
    private Stream<Path> places(String mount, String mark) {
        var below =
                own.stream()
                        .filter(line -> line.contains(mark))
                        .map(line -> line.substring(line.lastIndexOf(':') + 2))
                        .map(path -> Path.of(mount, path, NAME));
        return Stream.concat(Stream.of(Path.of(mount, NAME)), below);
    }

    private static boolean offers(Path base, List<String> controllers) {
        try {
            var offered = Files.readString(base.resolveSibling("cgroup.controllers")).strip();
            return List.of(offered.split(" ", -1)).containsAll(controllers);
        } catch (IOException _) {
            return false;
        }
    }

    /// Tried for real, because modes tell little about what the kernel allows here.
    private static boolean isWritable(Hierarchy hierarchy) {
        var trial = hierarchy.base().resolve("try-" + ProcessHandle.current().pid());
        try {
            if (hierarchy.unified()) {
                for (var each : hierarchy.controllers()) {
                    Files.writeString(
                            hierarchy.base().resolveSibling("cgroup.subtree_control"), "+" + each);
                }
            }
            Files.createDirectories(trial);
            Files.delete(trial);
            return true;
        } catch (IOException _) {
            return false;
        }
    }
}
