package dev.bookend.agent.state;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/// The directories in which anybody on this machine keeps what is Bookend's own, so that they can
/// be hidden from containers: state, runtime and memory of this user and, for root, of all others.
///
/// Whoever keeps state elsewhere than usual notes that in a list where the usual state would be.
public final class KnownPlaces {
    private static final String LIST = "places";
    private static final int MOST_NOTES = 1000;
    private static final int LONGEST_PATH = 4096;

    private final StateDirectory state;
    private final Path run;
    private final Path usual;
    private final Optional<Path> memory;

    private KnownPlaces(StateDirectory state, Path run, Map<String, String> env) {
        this.state = state;
        this.run = run;
        usual = StateDirectory.standard(env).root();
        memory = MemoryPlace.find(env);
    }

    /// Notes the state directory for those who come later.
    public static KnownPlaces with(StateDirectory state, Path run, Map<String, String> env)
            throws IOException {
        var known = new KnownPlaces(state, run, env);
        if (!state.root().equals(known.usual)) known.note();
        return known;
    }

    private void note() throws IOException {
        try {
            note(usual.resolve(LIST));
        } catch (IOException _) {
            // A home that cannot be written to; then it is known until the machine starts anew.
            note(run.resolve(LIST));
        }
    }

    private void note(Path list) throws IOException {
        StateDirectory.makePrivate(list);
        for (var note : notes(list)) {
            if (Files.notExists(target(note).orElse(note))) Files.deleteIfExists(note);
        }
        var text = state.root().toString();
        var name = UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
        var draft = Files.createTempFile(list, "", "");
        Files.writeString(draft, text);
        Files.move(draft, list.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }

    /// All that are there now.
    public List<Path> all() {
        var all = new ArrayList<>(List.of(state.root(), run, usual));
        memory.ifPresent(all::add);
        all.addAll(noted(usual.resolve(LIST)));
        all.addAll(noted(run.resolve(LIST)));
        if (Machine.user() == 0) Machine.users().forEach(user -> all.addAll(of(user)));
        return all.stream().filter(Files::exists).distinct().toList();
    }

    /// The usual places of a user of the machine.
    private static List<Path> of(Machine.User user) {
        var home = Path.of(user.home(), ".local", "state", "bookend");
        var own = Path.of("/run/user", String.valueOf(user.id()));
        var shared = Path.of("/tmp", "bookend-" + user.name());
        var all = new ArrayList<>(List.of(home, own.resolve("bookend"), shared));
        all.addAll(MemoryPlace.of(own, user.id()));
        all.addAll(MemoryPlace.of(Path.of("/dev/shm"), user.id()));
        all.addAll(noted(home.resolve(LIST)));
        all.addAll(noted(own.resolve("bookend").resolve(LIST)));
        all.addAll(noted(shared.resolve(LIST)));
        return all;
    }

    /// The directories that a list names. One that belongs to somebody else than the list does not
    /// count, or a user could hide what is not its own.
    private static List<Path> noted(Path list) {
        return notes(list).stream()
                .flatMap(note -> target(note).stream())
                .filter(each -> sameOwner(list, each))
                .toList();
    }

    private static List<Path> notes(Path list) {
        try (Stream<Path> files = Files.list(list)) {
            return files.limit(MOST_NOTES).toList();
        } catch (IOException _) {
            return List.of();
        }
    }

    private static Optional<Path> target(Path note) {
        try {
            if (!Files.isRegularFile(note, LinkOption.NOFOLLOW_LINKS)
                    || Files.size(note) > LONGEST_PATH) return Optional.empty();
            return Optional.of(Path.of(Files.readString(note))).filter(Path::isAbsolute);
        } catch (IOException | InvalidPathException _) {
            return Optional.empty();
        }
    }

    private static boolean sameOwner(Path one, Path other) {
        try {
            return Files.getAttribute(one, "unix:uid")
                    .equals(Files.getAttribute(other, "unix:uid"));
        } catch (IOException _) {
            return false;
        }
    }
}
