package dev.bookend.api.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.api.resource.ObjectKey;
import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.resource.Trees;
import dev.bookend.api.store.ObjectStore.Durability;
import dev.bookend.manifest.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/// What was acknowledged is there again, wherever the process that wrote it died.
class ObjectLogTest {
    @TempDir Path directory;

    private static ObjectKey key(String name) {
        return new ObjectKey(ResourceType.CONFIG_MAPS, "default", name);
    }

    private static Json.Obj object(String name, String value) {
        return Json.object()
                .put("metadata", Json.object().put("name", name).done())
                .put("data", Json.object().put("key", value).done())
                .done();
    }

    private static String shown(ObjectStore store) {
        var all = new TreeMap<String, String>();
        for (var it : store.list(ResourceType.CONFIG_MAPS, Optional.empty()).objects()) {
            all.put(Trees.text(it, "metadata", "name"), Trees.text(it, "data", "key"));
        }
        return all.toString();
    }

    /// One write after another, and after each of them how long the file is and what is in it.
    private record Written(long length, String shown) {}

    private static Written written(Path file, ObjectStore store) throws Exception {
        var text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        return new Written(text.lastIndexOf('\n') + 1, shown(store));
    }

    private List<Written> life(Path file) throws Exception {
        var all = new ArrayList<Written>();
        try (var store = ObjectStore.open(file)) {
            all.add(new Written(0, "{}"));
            for (var name : List.of("a", "b", "c")) {
                store.create(key(name), object(name, "1"), Durability.SYNCED);
                all.add(written(file, store));
            }
            store.change(key("b"), _ -> Optional.of(object("b", "2")), Durability.WRITTEN);
            all.add(written(file, store));
            store.change(key("a"), _ -> Optional.empty(), Durability.SYNCED);
            all.add(written(file, store));
        }
        return all;
    }

    @Test
    void aDeathInAnyByteOfAWriteLosesNothingBefore() throws Exception {
        var file = directory.resolve("objects");
        var life = life(file);
        var bytes = Files.readAllBytes(file);
        var cut = directory.resolve("cut");
        for (var length = 0; length <= life.getLast().length(); length++) {
            var left = Arrays.copyOf(bytes, length);
            Files.write(cut, Arrays.copyOf(left, bytes.length));
            assertThat(reopened(cut)).as("zeros after byte %d", length).isEqualTo(at(life, length));
            Files.write(cut, left);
            assertThat(reopened(cut)).as("cut at byte %d", length).isEqualTo(at(life, length));
        }
    }

    private static String at(List<Written> life, int length) {
        return life.stream().filter(it -> it.length() <= length).toList().getLast().shown();
    }

    /// Reads the file twice, because the first one to read it tidies it.
    private static String reopened(Path file) throws Exception {
        try (var store = ObjectStore.open(file)) {
            store.create(key("next"), object("next", "1"), Durability.WRITTEN);
            store.change(key("next"), _ -> Optional.empty(), Durability.WRITTEN);
        }
        try (var store = ObjectStore.open(file)) {
            return shown(store);
        }
    }

    @Test
    void aDeathWhileTheFileIsWrittenAnewLosesNothing() throws Exception {
        var file = directory.resolve("objects");
        var life = life(file);
        Files.writeString(directory.resolve("objects.new"), "half of a li");
        assertThat(reopened(file)).isEqualTo(life.getLast().shown());
    }

    @Test
    void whatAKilledProcessAcknowledgedIsThere() throws Exception {
        var file = directory.resolve("objects");
        for (var round = 1; round <= 3; round++) {
            var acknowledged = killedAfter(file, 40 * round);
            try (var store = ObjectStore.open(file)) {
                assertThat(store.list(ResourceType.CONFIG_MAPS, Optional.empty()).objects())
                        .extracting(it -> Trees.text(it, "metadata", "name"))
                        .containsAll(acknowledged);
            }
        }
    }

    /// Lets a process write until it has acknowledged so many objects, and kills it.
    private static List<String> killedAfter(Path file, int count) throws Exception {
        var child =
                new ProcessBuilder(
                                ProcessHandle.current().info().command().orElseThrow(),
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                ObjectWriter.class.getName(),
                                file.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        var acknowledged = new ArrayList<String>();
        try (var lines = child.inputReader()) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                acknowledged.add(line);
                if (acknowledged.size() == count) {
                    child.toHandle().destroyForcibly();
                }
            }
        }
        assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(count);
        return acknowledged;
    }
}
