package dev.bookend.runtime;

import java.util.List;
import java.util.Optional;

/// Whatever runs containers: plain processes, containerd, a simulation.
///
/// Thread-safe. Containers live on when it is closed, and a runtime opened later over the same
/// place finds them again.
public interface ContainerRuntime extends AutoCloseable {
    /// What this machine cannot give, each as one sentence for a person; empty if nothing.
    List<String> shortcomings();

    /// Makes the place for a pod's containers, or takes it over from an earlier agent.
    ///
    /// @param listener told of every exit, those included that happened while nobody looked
    PodSandbox open(SandboxRequest request, RuntimeListener listener) throws RuntimeFailure;

    /// The uids of all pods of which anything is kept here, whoever has begun them.
    default List<String> uids() throws RuntimeFailure {
        return List.of();
    }

    /// What runs of a pod, whatever has become of the records of it; empty if nothing does. Changes
    /// nothing.
    default Optional<LivingPod> living(String uid) throws RuntimeFailure {
        return Optional.empty();
    }

    /// For files that containers leave in volumes, or that volumes have for them.
    default GuardedFiles files() {
        return GuardedFiles.NONE;
    }

    @Override
    void close();
}
