package dev.bookend.runtime.process.rights;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Whether an ordinary user may have other users than its own: the programs newuidmap and newgidmap
/// must be there, and ranges in `/etc/subuid` and `/etc/subgid`.
///
/// @param etc the directory of the two files
/// @param programs where programs are looked for
public record UserRanges(Path etc, List<Path> programs) {
    private static final List<String> PLACES = List.of("/usr/bin", "/bin", "/run/wrappers/bin");

    /// A map, or why there can be none.
    public sealed interface Answer {
        record Given(UserMap map) implements Answer {}

        record Lacking(String because) implements Answer {}
    }

    public static UserRanges ofThisMachine() {
        return new UserRanges(Path.of("/etc"), PLACES.stream().map(Path::of).toList());
    }

    /// @param name of the user whose numbers are given
    public Answer of(Account own, String name) {
        var users = program("newuidmap");
        var groups = program("newgidmap");
        if (users.isEmpty() || groups.isEmpty()) {
            return new Answer.Lacking("there is no newuidmap; install the package uidmap");
        }
        var userRange = range("subuid", own, name);
        var groupRange = range("subgid", own, name);
        if (userRange.isEmpty() || groupRange.isEmpty()) {
            return new Answer.Lacking(
                    "%s has no range for %s; let root add %s:100000:65536 there and in %s"
                            .formatted(etc.resolve("subuid"), name, name, etc.resolve("subgid")));
        }
        var tools = new UserMap.Tools(users.get(), groups.get());
        return new Answer.Given(UserMap.of(own, userRange.get(), groupRange.get(), tools));
    }

    private Optional<String> program(String name) {
        return programs.stream()
                .map(place -> place.resolve(name))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst();
    }

    private Optional<UserMap.Range> range(String file, Account own, String name) {
        try (var lines = Files.lines(etc.resolve(file))) {
            return lines.map(line -> line.strip().split(":", -1))
                    .filter(parts -> parts.length == 3 && isOf(parts[0], own, name))
                    .flatMap(UserRanges::parsed)
                    .max(Comparator.comparingLong(UserMap.Range::count));
        } catch (IOException | UncheckedIOException _) {
            return Optional.empty();
        }
    }

    private static boolean isOf(String who, Account own, String name) {
        return who.equals(name) || who.equals(Long.toString(own.user()));
    }

    private static Stream<UserMap.Range> parsed(String[] parts) {
        try {
            var range = new UserMap.Range(Long.parseLong(parts[1]), Long.parseLong(parts[2]));
            return range.start() > 0 && range.count() > 0 ? Stream.of(range) : Stream.empty();
        } catch (NumberFormatException _) {
            return Stream.empty();
        }
    }
}
