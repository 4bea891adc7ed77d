package dev.bookend.agent.volume;

import dev.bookend.agent.environment.Environment;
import dev.bookend.agent.environment.StartRefused;
import dev.bookend.lifecycle.pod.VolumeMount;

import java.util.List;
import java.util.Optional;

/// The part of a volume that a container sees. Its text is judged here; the links on its way are
/// the runtime's business, because a container may change them at any moment.
final class SubPath {
    private SubPath() {}

    static Optional<String> of(VolumeMount mount, Environment env) throws StartRefused {
        if (mount.subPathExpr().isPresent()) {
            return Optional.of(checked(expanded(mount.subPathExpr().get(), env), mount));
        }
        return mount.subPath().isPresent()
                ? Optional.of(checked(mount.subPath().get(), mount))
                : Optional.empty();
    }

    private static String expanded(String expression, Environment env) throws StartRefused {
        var text = env.expand(expression);
        if (text.isEmpty() || text.contains("$(")) {
            throw StartRefused.config(
                    "the subPathExpr \"%s\" names a variable that is not set; add it to env"
                            .formatted(expression));
        }
        return text;
    }

    private static String checked(String sub, VolumeMount mount) throws StartRefused {
        if (sub.startsWith("/") || List.of(sub.split("/", -1)).contains("..")) {
            throw new StartRefused(
                    "the subPath \"%s\" leads out of volume %s; name a path inside it"
                            .formatted(sub, mount.volume()));
        }
        return sub;
    }
}
