package dev.bookend.lifecycle.order;

import dev.bookend.lifecycle.pod.PodManifest;

import java.util.Set;

/// A pod that somebody asks for, with what its manifest alone does not tell.
///
/// @param injected containers that somebody will add later, taken as present
/// @param clusterName the name it will have in a cluster; empty if that is made up there
public record PodWish(PodManifest pod, Set<String> injected, String clusterName) {
    public PodWish {
        injected = Set.copyOf(injected);
    }

    public static PodWish of(PodManifest pod) {
        return new PodWish(pod, Set.of(), pod.meta().name());
    }
}
