package dev.bookend.api.store;

import dev.bookend.api.resource.ObjectKey;
import dev.bookend.api.resource.Trees;
import dev.bookend.manifest.json.Json;

import java.util.Optional;

/// What happened to an object.
///
/// @param before absent for a new object
/// @param after absent for a removed one
/// @param size about how many bytes it keeps in memory
public record Change(
        long version,
        ObjectKey key,
        Optional<Json.Obj> before,
        Optional<Json.Obj> after,
        int size) {
    /// The object as it is now, or as it was last; a removed one tells when it was removed.
    public Json.Obj object() {
        return after.orElseGet(() -> ObjectStore.versioned(before.orElse(Trees.EMPTY), version));
    }
}
