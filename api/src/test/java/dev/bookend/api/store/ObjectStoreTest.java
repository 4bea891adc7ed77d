package dev.bookend.api.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.ObjectKey;
import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.resource.Trees;
import dev.bookend.api.store.ObjectStore.Durability;
import dev.bookend.manifest.json.Json;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;

class ObjectStoreTest {
    private static final Duration SOON = Duration.ofSeconds(10);

    @TempDir Path directory;
    private Path file;
    private ObjectStore store;

    @BeforeEach
    void open() throws IOException {
        file = directory.resolve("objects");
        store = ObjectStore.open(file);
    }

    private static ObjectKey key(String name) {
        return new ObjectKey(ResourceType.CONFIG_MAPS, "default", name);
    }

    private static Json.Obj object(String name, String value) {
        var metadata = Json.object().put("name", name).put("namespace", "default").done();
        return Json.object()
                .put("kind", "ConfigMap")
                .put("metadata", metadata)
                .put("data", Json.object().put("key", value).done())
                .done();
    }

    private Json.Obj create(String name, String value) throws ApiError {
        return store.create(key(name), object(name, value), Durability.SYNCED);
    }

    private void set(String name, String value) throws ApiError {
        store.change(
                key(name),
                it -> Optional.of(Trees.with(it, Json.of(value), "data", "key")),
                Durability.WRITTEN);
    }

    private static long version(Json object) {
        return Long.parseLong(Trees.text(object, "metadata", "resourceVersion"));
    }

    @Test
    void everyChangeGetsTheNextVersion() throws ApiError {
        var first = version(create("a", "1"));
        create("b", "1");
        set("a", "2");
        assertThat(version(store.get(key("a")).orElseThrow())).isEqualTo(first + 2);
        assertThat(store.list(ResourceType.CONFIG_MAPS, Optional.of("default")).version())
                .isEqualTo(first + 2);
    }

    @Test
    void aChangeToTheSameValueIsNone() throws ApiError {
        var before = create("a", "1");
        set("a", "1");
        assertThat(store.get(key("a"))).contains(before);
    }

    @Test
    void objectsAreThereAgainAndVersionsGoOn() throws Exception {
        create("a", "1");
        create("b", "1");
        set("a", "2");
        store.change(key("b"), _ -> Optional.empty(), Durability.SYNCED);
        var last = store.version();
        store.close();
        store = ObjectStore.open(file);
        assertThat(Trees.text(store.get(key("a")).orElseThrow(), "data", "key")).isEqualTo("2");
        assertThat(store.get(key("b"))).isEmpty();
        assertThat(version(create("c", "1"))).isGreaterThan(last);
    }

    @Test
    void aTornLastLineIsDropped() throws Exception {
        create("a", "1");
        Files.writeString(file, "0000dead {\"vers", StandardOpenOption.APPEND);
        store = ObjectStore.open(file);
        create("b", "1");
        store = ObjectStore.open(file);
        assertThat(store.get(key("a"))).isPresent();
        assertThat(store.get(key("b"))).isPresent();
    }

    @Test
    void damageBeforeGoodLinesIsReported() throws Exception {
        create("a", "1");
        create("b", "1");
        var bytes = Files.readAllBytes(file);
        bytes[20] ^= 1;
        Files.write(file, bytes);
        assertThatThrownBy(() -> ObjectStore.open(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("damaged at byte 0");
    }

    @Test
    void theFileIsItsOwnersOnly() throws Exception {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void theFileIsWrittenAnewWhenMostOfItIsPast() throws Exception {
        create("a", "");
        var large = "x".repeat(100_000);
        for (var i = 0; i < 100; i++) {
            set("a", large + i);
        }
        assertThat(Files.size(file)).isLessThan(6_000_000);
        var last = store.version();
        store = ObjectStore.open(file);
        assertThat(Trees.text(store.get(key("a")).orElseThrow(), "data", "key"))
                .isEqualTo(large + 99);
        assertThat(store.version()).isGreaterThanOrEqualTo(last);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void aWatcherHearsAllAfterItsVersion() throws Exception {
        var first = version(create("a", "1"));
        create("b", "1");
        try (var feed = store.watch(_ -> true, Optional.of(first))) {
            set("a", "2");
            store.change(key("b"), _ -> Optional.empty(), Durability.WRITTEN);
            var heard = new ArrayList<String>();
            for (var i = 0; i < 3; i++) {
                var change = feed.next(SOON).orElseThrow();
                heard.add(change.key().name() + " " + change.after().isPresent());
            }
            assertThat(heard).containsExactly("b true", "a true", "b false");
        }
    }

    @Test
    void whatIsForgottenIsGone() throws Exception {
        create("a", "1");
        for (var i = 0; i < 2100; i++) {
            set("a", "v" + i);
        }
        assertThatThrownBy(() -> store.watch(_ -> true, Optional.of(1L)))
                .isInstanceOfSatisfying(ApiError.class, it -> assertThat(it.code()).isEqualTo(410));
    }

    @Test
    void aWatcherThatNeverTakesIsCutOff() throws Exception {
        create("a", "1");
        try (var feed = store.watch(_ -> true, Optional.empty())) {
            for (var i = 0; i < 2100 && !feed.isCut(); i++) {
                set("a", "v" + i);
            }
            assertThat(feed.isCut()).isTrue();
            assertThat(feed.next(SOON)).isEmpty();
        }
    }

    @Test
    void aNameIsTakenOnce() throws Exception {
        create("a", "1");
        assertThatThrownBy(() -> create("a", "2"))
                .isInstanceOfSatisfying(
                        ApiError.class, it -> assertThat(it.reason()).isEqualTo("AlreadyExists"));
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.UTF_8)).contains("\"a\"");
    }
}
