package dev.bookend.api.pod;

import static dev.bookend.api.service.TestPods.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.agent.duty.Duties;
import dev.bookend.api.resource.ObjectKey;
import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.resource.Trees;
import dev.bookend.api.store.Change;
import dev.bookend.api.store.ObjectStore;
import dev.bookend.lifecycle.value.PodName;
import dev.bookend.manifest.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

class StoredObjectsTest {
    private static final ObjectKey WEB = new ObjectKey(ResourceType.PODS, "default", "web");
    private static final Json.Obj POD =
            Trees.with(pod("web", "true", "Always"), Json.of("u1"), "metadata", "uid");

    @TempDir Path directory;

    private static boolean matters(String... path) {
        var after = Trees.with(POD, Json.of("x"), path);
        return StoredObjects.matters(new Change(2, WEB, Optional.of(POD), Optional.of(after), 100));
    }

    @Test
    void aNewLabelOfAPodMattersAndANewStatusDoesNot() {
        assertThat(matters("metadata", "labels", "a")).isTrue();
        assertThat(matters("metadata", "annotations", "a")).isTrue();
        assertThat(matters("status", "phase")).isFalse();
    }

    /// Shows SAFE-5.
    @Test
    void aListenerThatFailsTakesNobodyElsesNews() throws Exception {
        var log = new CopyOnWriteArrayList<String>();
        var heard = new Semaphore(0);
        try (var store = ObjectStore.open(directory.resolve("objects"));
                var duties = new Duties(log::add);
                var objects = new StoredObjects(store, log::add)) {
            objects.onChange(
                    () -> {
                        throw new IllegalStateException("oh");
                    });
            objects.onChange(heard::release);
            objects.start(duties);
            assertThat(heard.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
            store.create(WEB, POD, ObjectStore.Durability.WRITTEN);
            assertThat(heard.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
            assertThat(duties.problem()).isEmpty();
            assertThat(log).anyMatch(it -> it.contains("put aside") && it.contains("oh"));
        }
    }

    @Test
    void aPodIsMarkedAsItsObjectIsNow() throws Exception {
        try (var store = ObjectStore.open(directory.resolve("objects"));
                var objects = new StoredObjects(store, _ -> {})) {
            store.create(WEB, POD, ObjectStore.Durability.WRITTEN);
            store.change(
                    WEB,
                    it -> Optional.of(Trees.with(it, Json.of("2"), "metadata", "labels", "a")),
                    ObjectStore.Durability.WRITTEN);
            var name = new PodName("default", "web");
            assertThat(objects.marks(name, "u1").orElseThrow().labels()).containsEntry("a", "2");
            assertThat(objects.marks(name, "another")).isEmpty();
        }
    }
}
