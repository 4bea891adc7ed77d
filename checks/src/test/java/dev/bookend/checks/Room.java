package dev.bookend.checks;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A package of a module as docs/architecture.md shows it.
///
/// @param asks the rooms of the same module that it refers to, sorted
record Room(String name, List<String> asks) {
    private static final Pattern ROW =
            Pattern.compile("\\| `([a-z-]+\\.[a-z]+)` \\|[^|]*\\| ([^|]*) \\|");
    private static final Pattern WORD = Pattern.compile("`([a-z]+)`");

    /// The rows of the tables of rooms.
    static List<Room> rows(List<String> document) {
        return document.stream().flatMap(Room::row).toList();
    }

    private static Stream<Room> row(String line) {
        return ROW.matcher(line).results().map(it -> new Room(it.group(1), words(it.group(2))));
    }

    private static List<String> words(String cell) {
        return WORD.matcher(cell).results().map(it -> it.group(1)).sorted().toList();
    }

    @Override
    public String toString() {
        return name + " asks " + (asks.isEmpty() ? "nobody" : String.join(", ", asks));
    }
}
