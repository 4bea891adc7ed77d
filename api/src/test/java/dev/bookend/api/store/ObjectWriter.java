package dev.bookend.api.store;

import dev.bookend.api.resource.ObjectKey;
import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.resource.Trees;
import dev.bookend.manifest.json.Json;

import java.nio.file.Path;
import java.util.Optional;

/// Creates objects for as long as it lives, and tells of each one that is stored.
final class ObjectWriter {
    private ObjectWriter() {}

    static void main(String[] args) throws Exception {
        try (var store = ObjectStore.open(Path.of(args[0]))) {
            for (var number = 0; ; number++) {
                var name = "%d-%d".formatted(ProcessHandle.current().pid(), number);
                var metadata = Json.object().put("name", name).done();
                store.create(
                        new ObjectKey(ResourceType.CONFIG_MAPS, "default", name),
                        Json.object().put("metadata", metadata).done(),
                        ObjectStore.Durability.SYNCED);
                IO.println(name);
                // What is not synced may be cut, too.
                store.change(
                        new ObjectKey(ResourceType.CONFIG_MAPS, "default", name),
                        it -> Optional.of(Trees.with(it, Json.of("x".repeat(500)), "data")),
                        ObjectStore.Durability.WRITTEN);
            }
        }
    }
}
