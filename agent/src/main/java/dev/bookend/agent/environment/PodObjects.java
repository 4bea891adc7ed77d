package dev.bookend.agent.environment;

import dev.bookend.lifecycle.value.PodName;
import dev.bookend.manifest.read.PodObject.ConfigMap;
import dev.bookend.manifest.read.PodObject.Secret;
import dev.bookend.manifest.read.PodObject.Service;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The objects that pods refer to, as they are at the moment: from the given files, or an API.
///
/// Asked from many threads, whenever a container is made or a volume brought up to date; it answers
/// at once and from memory.
public interface PodObjects {
    /// Where there is nothing to refer to.
    PodObjects NONE = new None();

    Optional<ConfigMap> configMap(String namespace, String name);

    Optional<Secret> secret(String namespace, String name);

    List<Service> services(String namespace);

    /// The number of a container port of this name in a pod of the namespace that has all labels.
    default Optional<Integer> port(String namespace, Map<String, String> labels, String name) {
        return Optional.empty();
    }

    /// What a pod's object says of it by now; empty if it has none that could change.
    default Optional<Marks> marks(PodName pod, String uid) {
        return Optional.empty();
    }

    /// A pod's labels and annotations.
    record Marks(Map<String, String> labels, Map<String, String> annotations) {
        public Marks {
            labels = Map.copyOf(labels);
            annotations = Map.copyOf(annotations);
        }
    }

    /// Runs the listener after every change, from any thread, until the watch is closed. It must
    /// not block. Changes close together may be told as one.
    default Watch onChange(Runnable listener) {
        return () -> {};
    }

    /// An interest in changes.
    interface Watch extends AutoCloseable {
        @Override
        void close();
    }

    /// Nothing at all.
    final class None implements PodObjects {
        private None() {}

        @Override
        public Optional<ConfigMap> configMap(String namespace, String name) {
            return Optional.empty();
        }

        @Override
        public Optional<Secret> secret(String namespace, String name) {
            return Optional.empty();
        }

        @Override
        public List<Service> services(String namespace) {
            return List.of();
        }
    }
}
