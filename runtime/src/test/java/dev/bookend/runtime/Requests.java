package dev.bookend.runtime;

import java.util.List;
import java.util.Optional;

/// Variations of a container request.
final class Requests {
    static final ProcessRights READ_ONLY_ROOT =
            new ProcessRights(
                    Optional.empty(),
                    Optional.empty(),
                    List.of(),
                    false,
                    true,
                    true,
                    List.of(),
                    List.of(),
                    false);

    private Requests() {}

    static ProcessRights user(long user, long group) {
        return new ProcessRights(
                Optional.of(user),
                Optional.of(group),
                List.of(77L),
                false,
                false,
                false,
                List.of(),
                List.of(),
                false);
    }

    static ContainerRequest in(ContainerRequest request, String directory) {
        return new ContainerRequest(
                request.attempt(),
                request.command(),
                request.env(),
                Optional.of(directory),
                request.mounts(),
                request.rights(),
                request.limits(),
                request.lastWords(),
                request.tty());
    }

    static ContainerRequest with(ContainerRequest request, List<Mount> mounts) {
        return new ContainerRequest(
                request.attempt(),
                request.command(),
                request.env(),
                request.workingDir(),
                mounts,
                request.rights(),
                request.limits(),
                request.lastWords(),
                request.tty());
    }

    static ContainerRequest as(ContainerRequest request, ProcessRights rights) {
        return new ContainerRequest(
                request.attempt(),
                request.command(),
                request.env(),
                request.workingDir(),
                request.mounts(),
                rights,
                request.limits(),
                request.lastWords(),
                request.tty());
    }
}
