package dev.bookend.runtime.process.place;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Attempts whose directory was gone when the runtime was opened, although a shim of theirs is
/// there: what it is called stands beside its socket.
///
/// @param attempts for each uid of a pod
public record Unlisted(Map<String, List<Attempt>> attempts) {
    private static final int LONGEST_NAME = 16 * 1024;

    private record Named(String uid, Attempt attempt) {}

    /// Called after the sockets of dead shims were swept away.
    public static Unlisted in(Places places) {
        var found = new ArrayList<Named>();
        try (var names = Files.newDirectoryStream(places.run(), "[0-9a-f]*.name")) {
            for (var each : names) read(places, each).ifPresent(found::add);
        } catch (IOException | DirectoryIteratorException _) {
            // Without a runtime directory no shim can be there.
        }
        return new Unlisted(
                found.stream().collect(groupingBy(Named::uid, mapping(Named::attempt, toList()))));
    }

    /// Empty for a shim of another state directory, and for one whose directory is there.
    private static Optional<Named> read(Places places, Path name) {
        try {
            if (Files.size(name) > LONGEST_NAME) return Optional.empty();
            var fields = new HashMap<String, String>();
            for (var line : Files.readAllLines(name)) {
                var words = line.split("=", 2);
                if (words.length == 2) fields.put(words[0], words[1]);
            }
            return Optional.of(named(fields))
                    .filter(it -> isHere(places, it, fields.getOrDefault("dir", "")));
        } catch (IOException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static Named named(Map<String, String> fields) {
        var uid = fields.getOrDefault("pod", "");
        var container = new ContainerName(fields.getOrDefault("container", ""));
        var number = Integer.parseInt(fields.getOrDefault("attempt", ""));
        return new Named(uid, new Attempt(container, number));
    }

    private static boolean isHere(Places places, Named named, String directory) {
        var expected = places.pod(named.uid()).attempt(named.attempt());
        return expected.equals(Path.of(directory)) && Files.notExists(expected);
    }

    public List<Attempt> of(String uid) {
        return attempts.getOrDefault(uid, List.of());
    }

    public Set<String> uids() {
        return attempts.keySet();
    }
}
