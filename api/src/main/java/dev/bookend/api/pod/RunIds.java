package dev.bookend.api.pod;

import dev.bookend.api.resource.Ages;
import dev.bookend.api.resource.Trees;
import dev.bookend.lifecycle.life.ContainerState;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.Run;
import dev.bookend.lifecycle.status.ContainerStatus.Shown;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.manifest.json.Json;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// The runtime's names for a container's last runs. The pod's state forgets a name with its run,
/// and a status that clients read goes on telling it. A run is known by its container and its
/// beginning.
final class RunIds {
    private final Map<ContainerName, List<Run>> runs = new ConcurrentHashMap<>();

    /// Learns the names of all that runs.
    void note(PodState pod) {
        pod.containers()
                .forEach(
                        (name, life) -> {
                            if (life.state() instanceof ContainerState.Alive alive) {
                                runs.merge(name, List.of(alive.run()), RunIds::newest);
                            }
                        });
    }

    private static List<Run> newest(List<Run> known, List<Run> one) {
        var last = known.getLast();
        var now = one.getFirst();
        return last.id().equals(now.id()) ? known : List.of(last, now);
    }

    /// The name of a run that has ended, also if only the agent before has known it.
    ///
    /// @param pod the object as that agent left it
    Optional<String> of(ContainerName name, Shown.Terminated ended, Json pod) {
        var known =
                runs.getOrDefault(name, List.of()).stream()
                        .filter(it -> it.since().equals(ended.startedAt()))
                        .map(it -> it.id().text())
                        .findFirst();
        return known.or(() -> told(name.text(), ended.startedAt(), pod));
    }

    private static Optional<String> told(String name, Instant began, Json pod) {
        return Stream.of("containerStatuses", "initContainerStatuses")
                .flatMap(it -> Trees.items(pod, "status", it).stream())
                .filter(it -> Trees.text(it, "name").equals(name))
                .flatMap(it -> told(it, Ages.time(began)))
                .filter(it -> !it.isEmpty())
                .findFirst();
    }

    private static Stream<String> told(Json status, String began) {
        var running =
                Stream.of(status)
                        .filter(it -> Trees.text(it, "state", "running", "startedAt").equals(began))
                        .map(it -> Trees.text(it, "containerID"));
        var ended =
                Stream.of("state", "lastState")
                        .map(it -> Trees.object(status, it, "terminated"))
                        .filter(it -> Trees.text(it, "startedAt").equals(began))
                        .map(it -> Trees.text(it, "containerID"));
        return Stream.concat(running, ended);
    }
}
