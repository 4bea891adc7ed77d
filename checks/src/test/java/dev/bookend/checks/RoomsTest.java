package dev.bookend.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The table of rooms in docs/architecture.md is what the code is, in both directions.
class RoomsTest {
    private static final int MOST_FILES = 30;
    private static final Project PROJECT = Project.here();
    private static final Path DOCUMENT = Path.of("docs/architecture.md");
    private static final Pattern DOOR = Pattern.compile("Open (\\w+)(?: first|, then)");

    @Test
    void theTableShowsEveryRoomAndWhomItAsks() {
        var shown = Room.rows(PROJECT.lines(DOCUMENT));
        assertThat(shown)
                .as("the rooms of %s", DOCUMENT)
                .containsExactlyInAnyOrderElementsOf(rooms());
    }

    /// Modules of one package are rooms themselves, and stand in the table of modules.
    private static List<Room> rooms() {
        var asks = new TreeMap<String, TreeSet<String>>();
        FencesTest.CLASSES.forEach(
                each -> {
                    var room = room(each);
                    if (room.contains(".")) {
                        asks.computeIfAbsent(room, _ -> new TreeSet<>()).addAll(asked(each, room));
                    }
                });
        return asks.entrySet().stream()
                .map(it -> new Room(it.getKey(), List.copyOf(it.getValue())))
                .toList();
    }

    private static List<String> asked(JavaClass from, String room) {
        var module = room.substring(0, room.indexOf('.') + 1);
        return from.getDirectDependenciesFromSelf().stream()
                .map(it -> room(it.getTargetClass().getBaseComponentType()))
                .filter(it -> it.startsWith(module) && !it.equals(room))
                .map(it -> it.substring(module.length()))
                .toList();
    }

    /// As in `lifecycle.plan`; without a dot for a module's own package.
    private static String room(JavaClass type) {
        return Module.owning(type.getPackageName())
                .map(
                        it ->
                                it.name().replace('.', '-')
                                        + type.getPackageName()
                                                .substring(
                                                        Module.ROOT.length() + it.name().length()))
                .orElse("");
    }

    /// The compiler lets a `var` hold a type that only its own room may see, and the JVM refuses
    /// it.
    @Test
    void whatAnotherRoomAsksForIsPublic() {
        assertThat(Doors.of(PROJECT.classes()).locked()).isEmpty();
    }

    @Test
    void noRoomHoldsMoreThanAReaderReads() {
        assertThat(files().values())
                .allSatisfy(it -> assertThat(it).hasSizeLessThanOrEqualTo(MOST_FILES));
    }

    private static Map<Path, List<Path>> files() {
        return mainFiles()
                .filter(it -> !it.endsWith("package-info.java"))
                .collect(Collectors.groupingBy(it -> PROJECT.root().resolve(it).getParent()));
    }

    private static Stream<Path> mainFiles() {
        return PROJECT.files(".java").stream()
                .filter(it -> it.toString().contains("src/main/java/"));
    }

    @Test
    void everyRoomSaysWhichFileToOpenFirst() {
        assertThat(Room.rows(PROJECT.lines(DOCUMENT)).stream().filter(it -> !hasDoor(it)))
                .as("rooms whose package-info.java does not end in `Open X first.`")
                .isEmpty();
    }

    private static boolean hasDoor(Room room) {
        var parts = room.name().split("\\.", 2);
        var directory =
                "%s/src/main/java/dev/bookend/%s/%s/"
                        .formatted(parts[0], parts[0].replace('-', '/'), parts[1]);
        var info = PROJECT.text(Path.of(directory + "package-info.java")).replace("\n/// ", " ");
        return DOOR.matcher(info)
                .results()
                .anyMatch(it -> PROJECT.has(directory + it.group(1) + ".java"));
    }
}
