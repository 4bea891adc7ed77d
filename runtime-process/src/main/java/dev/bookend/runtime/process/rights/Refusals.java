package dev.bookend.runtime.process.rights;

import dev.bookend.runtime.ContainerRequest;
import dev.bookend.runtime.RuntimeFailure;
import dev.bookend.runtime.RuntimeFailure.Kind;

/// What a container asks for and cannot have here: it is not started with less.
public final class Refusals {
    private Refusals() {}

    public static void check(Isolation isolation, ContainerRequest container)
            throws RuntimeFailure {
        switch (isolation) {
            case FULL -> checkIsolated(container);
            case NONE -> checkPlain(container);
        }
    }

    private static void checkIsolated(ContainerRequest container) throws RuntimeFailure {
        var unhiding = Capabilities.unhiding(container.rights());
        if (unhiding.isEmpty()) return;
        throw refused(
                container,
                "with the capabilities %s it could read Bookend's own files, which are hidden from"
                                .formatted(String.join(", ", unhiding))
                        + " containers; leave them out of securityContext.capabilities.add, or say"
                        + " privileged: true, which lets it have the whole machine");
    }

    private static void checkPlain(ContainerRequest container) throws RuntimeFailure {
        if (!container.mounts().isEmpty()) {
            throw plain(
                    container,
                    "the volume at %s cannot be mounted"
                            .formatted(container.mounts().getFirst().target()));
        }
        if (container.rights().readOnlyRoot()) {
            throw plain(container, "its root file system cannot be made read-only");
        }
    }

    private static RuntimeFailure plain(ContainerRequest container, String what) {
        return refused(
                container,
                what
                        + ", because containers are plain processes here; run Bookend without"
                        + " --isolation none, on a kernel with user namespaces or as root");
    }

    private static RuntimeFailure refused(ContainerRequest container, String says) {
        return new RuntimeFailure(
                Kind.UNABLE, "container %s: %s".formatted(container.attempt().container(), says));
    }
}
