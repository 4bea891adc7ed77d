package dev.bookend.agent.environment;

import dev.bookend.lifecycle.pod.ContainerPort;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.manifest.read.ManifestDocument.PodDocument;
import dev.bookend.manifest.read.ManifestFile;
import dev.bookend.manifest.read.PodObject;
import dev.bookend.manifest.read.PodObject.ConfigMap;
import dev.bookend.manifest.read.PodObject.Secret;
import dev.bookend.manifest.read.PodObject.Service;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The objects of the files that somebody gave, each file replaceable by a newer reading of it.
public final class GivenObjects implements PodObjects {
    private final Map<String, List<PodObject>> objects = new ConcurrentHashMap<>();
    private final Map<String, List<PodManifest>> pods = new ConcurrentHashMap<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /// Takes the objects of a file, instead of those of an earlier reading.
    ///
    /// @return whether anything is different now
    public boolean take(ManifestFile file) {
        var now = file.objects();
        pods.put(file.name(), file.pods().stream().map(PodDocument::pod).toList());
        var before = objects.put(file.name(), now);
        var changed = !now.equals(before);
        if (changed) {
            listeners.forEach(Runnable::run);
        }
        return changed;
    }

    /// Whether there is anything to refer to in a file that was taken under this name.
    public boolean isFrom(String file) {
        return !objects.getOrDefault(file, List.of()).isEmpty();
    }

    @Override
    public Optional<ConfigMap> configMap(String namespace, String name) {
        return all(ConfigMap.class).filter(named(namespace, name)).findFirst();
    }

    @Override
    public Optional<Secret> secret(String namespace, String name) {
        return all(Secret.class).filter(named(namespace, name)).findFirst();
    }

    @Override
    public List<Service> services(String namespace) {
        return all(Service.class).filter(it -> it.namespace().equals(namespace)).toList();
    }

    @Override
    public Optional<Integer> port(String namespace, Map<String, String> labels, String name) {
        return pods.values().stream()
                .flatMap(Collection::stream)
                .filter(pod -> pod.meta().namespace().equals(namespace))
                .filter(pod -> isSelected(pod, labels))
                .flatMap(pod -> pod.containers().stream())
                .flatMap(container -> container.ports().stream())
                .filter(port -> port.name().filter(name::equals).isPresent())
                .map(ContainerPort::port)
                .findFirst();
    }

    private static boolean isSelected(PodManifest pod, Map<String, String> labels) {
        return !labels.isEmpty() && pod.meta().labels().entrySet().containsAll(labels.entrySet());
    }

    @Override
    public Watch onChange(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    private <T extends PodObject> Stream<T> all(Class<T> kind) {
        return objects.values().stream()
                .flatMap(Collection::stream)
                .filter(kind::isInstance)
                .map(kind::cast);
    }

    private static Predicate<PodObject> named(String namespace, String name) {
        return it -> it.namespace().equals(namespace) && it.name().equals(name);
    }
}
