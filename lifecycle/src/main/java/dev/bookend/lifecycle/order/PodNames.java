package dev.bookend.lifecycle.order;

import dev.bookend.lifecycle.pod.ContainerSpec;
import dev.bookend.lifecycle.pod.PodManifest;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A pod's containers by name and path, as the readers of its order need them.
///
/// @param namedNatives native sidecars that the annotation names too, whoever put them there: they
///   count as those sidecars (INPUT-8)
public record PodNames(PodWish wish, Set<String> namedNatives) {
    public PodNames(PodWish wish) {
        this(wish, namedNatives(wish.pod()));
    }

    private static Set<String> namedNatives(PodManifest pod) {
        var text = pod.meta().annotations().getOrDefault(OrderKeys.SIDECARS, "");
        var named = new HashSet<>(SidecarInputs.parts(text));
        return pod.initContainers().stream()
                .filter(ContainerSpec::isNative)
                .map(ContainerSpec::name)
                .filter(named::contains)
                .collect(Collectors.toSet());
    }

    public PodManifest pod() {
        return wish.pod();
    }

    Set<String> injected() {
        return wish.injected();
    }

    Optional<String> annotation(String key) {
        return Optional.ofNullable(pod().meta().annotations().get(key));
    }

    List<String> mains() {
        return pod().containers().stream().map(ContainerSpec::name).toList();
    }

    Set<String> inits() {
        return pod().initContainers().stream().map(ContainerSpec::name).collect(Collectors.toSet());
    }

    boolean mayBeInjectedStandard(Set<String> sidecars) {
        return !sidecars.containsAll(injected());
    }

    void eachMain(BiConsumer<ContainerSpec, String> reader) {
        each(pod().containers(), "spec.containers", reader);
    }

    void eachInit(BiConsumer<ContainerSpec, String> reader) {
        each(pod().initContainers(), "spec.initContainers", reader);
    }

    private static void each(
            List<ContainerSpec> specs, String path, BiConsumer<ContainerSpec, String> reader) {
        for (var i = 0; i < specs.size(); i++) {
            reader.accept(specs.get(i), path + "[" + i + "]");
        }
    }

    /// Refuses a name that is no main container of the pod, and no native sidecar that counts as
    /// one.
    boolean requireMain(String name, String path, OrderFindings findings) {
        if (mains().contains(name) || injected().contains(name) || namedNatives.contains(name)) {
            return true;
        }
        if (inits().contains(name)) {
            findings.refuse(
                    path,
                    name,
                    "%s is an init container, whose order is its place in the list".formatted(name),
                    "name main containers only");
        } else {
            findings.refuse(
                    path,
                    name,
                    "%s is no container of this pod".formatted(name),
                    "name one of " + Stream.concat(mains().stream(), injected().stream()).toList());
        }
        return false;
    }
}
