package dev.bookend.api.object;

import dev.bookend.agent.duty.Aside;
import dev.bookend.agent.duty.Duties;
import dev.bookend.agent.duty.Duty;
import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.Metadata;
import dev.bookend.api.resource.ObjectKey;
import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.resource.Trees;
import dev.bookend.api.store.Change;
import dev.bookend.api.store.ObjectStore;
import dev.bookend.manifest.json.Json;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Deletes what is in a namespace that is to be deleted, and then the namespace.
public final class NamespaceKeeper implements AutoCloseable {
    private static final Duration LOOK = Duration.ofSeconds(30);

    private final ObjectStore store;
    private final Deletions deletions;
    private final Aside aside;
    private volatile boolean closing;
    private Optional<Duty> duty = Optional.empty();

    public NamespaceKeeper(ObjectStore store, Deletions deletions, Aside aside) {
        this.aside = aside;
        this.store = store;
        this.deletions = deletions;
    }

    public void start(Duties duties) {
        duty = Optional.of(duties.begin("namespace-keeper", this::run));
    }

    private void run() throws ApiError, InterruptedException {
        while (!closing) {
            try (var feed =
                    store.watch(key -> key.type() != ResourceType.EVENTS, Optional.empty())) {
                lookAtAll();
                while (!closing && !feed.isCut()) {
                    feed.next(LOOK).ifPresent(this::take);
                }
            }
        }
    }

    /// Only a namespace that goes, or something that went, is news.
    private void take(Change change) {
        var isNamespace = change.key().type() == ResourceType.NAMESPACES;
        if (isNamespace || change.after().isEmpty()) {
            lookAtAll();
        }
    }

    private void lookAtAll() {
        store.list(ResourceType.NAMESPACES, Optional.empty()).objects().stream()
                .filter(Metadata::isDeleting)
                .forEach(
                        it ->
                                aside.handled(
                                        ObjectKey.of(ResourceType.NAMESPACES, it).toString(),
                                        () -> empty(it)));
    }

    private void empty(Json.Obj namespace) {
        var name = Trees.text(namespace, "metadata", "name");
        var left = 0;
        for (var type : Deletions.inNamespaces()) {
            left += empty(type, store.list(type, Optional.of(name)).objects());
        }
        if (left == 0 && !Metadata.hasFinalizers(namespace)) {
            try {
                store.change(
                        ObjectKey.of(ResourceType.NAMESPACES, namespace),
                        _ -> Optional.empty(),
                        ObjectStore.Durability.SYNCED);
            } catch (ApiError _) {
                // Somebody else was quicker.
            }
        }
    }

    /// How many are still there.
    private int empty(ResourceType type, List<Json.Obj> objects) {
        var left = 0;
        for (var object : objects) {
            var key = ObjectKey.of(type, object);
            try {
                if (!Metadata.isDeleting(object)) {
                    deletions.delete(key, OptionalLong.empty());
                }
            } catch (ApiError _) {
                // It is gone already.
            }
            left += store.get(key).isPresent() ? 1 : 0;
        }
        return left;
    }

    @Override
    public void close() {
        closing = true;
        duty.ifPresent(Duty::close);
    }
}
