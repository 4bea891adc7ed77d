package dev.bookend.api.pod;

import dev.bookend.agent.duty.Aside;
import dev.bookend.agent.duty.Duties;
import dev.bookend.agent.duty.Duty;
import dev.bookend.agent.environment.PodObjects;
import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.Metadata;
import dev.bookend.api.resource.ObjectKey;
import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.resource.Trees;
import dev.bookend.api.store.Change;
import dev.bookend.api.store.ObjectStore;
import dev.bookend.lifecycle.value.PodName;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.read.PodObject;
import dev.bookend.manifest.read.PodObject.ConfigMap;
import dev.bookend.manifest.read.PodObject.Secret;
import dev.bookend.manifest.read.PodObject.Service;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// The stored objects as pods refer to them.
public final class StoredObjects implements PodObjects, AutoCloseable {
    private static final Duration LOOK = Duration.ofMinutes(1);

    private final ObjectStore store;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final Aside aside;
    private Optional<Duty> duty = Optional.empty();

    public StoredObjects(ObjectStore store, Consumer<String> log) {
        this.store = store;
        aside = new Aside(log);
    }

    public void start(Duties duties) {
        duty = Optional.of(duties.begin("stored-objects", this::run));
    }

    /// Changes that were missed are made up for by whatever is heard next: all listeners are told.
    private void run() throws ApiError, InterruptedException {
        while (true) {
            try (var feed = store.watch(StoredObjects::isReferredTo, Optional.empty())) {
                tell("the stored objects");
                while (!feed.isCut()) {
                    feed.next(LOOK)
                            .filter(StoredObjects::matters)
                            .ifPresent(it -> tell("the change of " + it.key()));
                }
            }
        }
    }

    private void tell(String what) {
        listeners.forEach(it -> aside.handled(what, it));
    }

    private static boolean isReferredTo(ObjectKey key) {
        return switch (key.type()) {
            case CONFIG_MAPS, SECRETS, SERVICES, PODS -> true;
            case NAMESPACES, NODES, EVENTS, RECREATE_REQUESTS -> false;
        };
    }

    /// A pod's status changes all the time, and no volume shows it.
    static boolean matters(Change change) {
        return change.key().type() != ResourceType.PODS
                || !change.before()
                        .map(StoredObjects::marks)
                        .equals(change.after().map(StoredObjects::marks));
    }

    private static Marks marks(Json pod) {
        return new Marks(
                Trees.texts(pod, "metadata", "labels"),
                Trees.texts(pod, "metadata", "annotations"));
    }

    @Override
    public Optional<Marks> marks(PodName pod, String uid) {
        return store.get(new ObjectKey(ResourceType.PODS, pod.namespace(), pod.name()))
                .filter(it -> Metadata.uid(it).equals(uid))
                .map(StoredObjects::marks);
    }

    @Override
    public Optional<ConfigMap> configMap(String namespace, String name) {
        return get(ResourceType.CONFIG_MAPS, namespace, name)
                .filter(ConfigMap.class::isInstance)
                .map(ConfigMap.class::cast);
    }

    @Override
    public Optional<Secret> secret(String namespace, String name) {
        return get(ResourceType.SECRETS, namespace, name)
                .filter(Secret.class::isInstance)
                .map(Secret.class::cast);
    }

    private Optional<PodObject> get(ResourceType type, String namespace, String name) {
        return store.get(new ObjectKey(type, namespace, name)).flatMap(PodObject::of);
    }

    @Override
    public List<Service> services(String namespace) {
        return store.list(ResourceType.SERVICES, Optional.of(namespace)).objects().stream()
                .flatMap(it -> PodObject.of(it).stream())
                .filter(Service.class::isInstance)
                .map(Service.class::cast)
                .toList();
    }

    @Override
    public Optional<Integer> port(String namespace, Map<String, String> labels, String name) {
        return store.list(ResourceType.PODS, Optional.of(namespace)).objects().stream()
                .filter(it -> isSelected(it, labels))
                .flatMap(it -> Trees.items(it, "spec", "containers").stream())
                .flatMap(it -> Trees.items(it, "ports").stream())
                .filter(it -> Trees.text(it, "name").equals(name))
                .map(it -> (int) Trees.number(it, 0, "containerPort"))
                .findFirst();
    }

    private static boolean isSelected(Json pod, Map<String, String> labels) {
        return !labels.isEmpty()
                && Trees.texts(pod, "metadata", "labels").entrySet().containsAll(labels.entrySet());
    }

    @Override
    public Watch onChange(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    @Override
    public void close() {
        duty.ifPresent(Duty::close);
    }
}
