package dev.bookend.api.object;

import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.resource.Trees;
import dev.bookend.lifecycle.life.ConditionType;
import dev.bookend.manifest.json.Json;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Which part of a client's status is stored: none of what the agent itself finds out. A kubelet
/// would overwrite the rest; here it is not even shown.
public final class OwnedStatus {
    private static final Set<String> OURS =
            Stream.of(ConditionType.values()).map(ConditionType::word).collect(Collectors.toSet());

    private OwnedStatus() {}

    /// The object with the next status.
    ///
    /// @param warn hears what was left out
    static Json.Obj of(ResourceType type, Json.Obj object, Json.Obj wanted, Consumer<String> warn) {
        return switch (type) {
            case PODS -> pod(object, wanted, warn);
            case RECREATE_REQUESTS -> {
                if (!Trees.object(object, "status").equals(Trees.object(wanted, "status"))) {
                    warn.accept(
                            "the agent owns a request's status, which is left as it is; to end the"
                                    + " request, delete it");
                }
                yield object;
            }
            case NODES, NAMESPACES, EVENTS, CONFIG_MAPS, SECRETS, SERVICES ->
                    Trees.withFieldOf(object, wanted, "status");
        };
    }

    /// Conditions of other types are for others to set, such as those of readiness gates.
    private static Json.Obj pod(Json.Obj object, Json.Obj wanted, Consumer<String> warn) {
        var conditions = new ArrayList<Json>();
        Trees.items(object, "status", "conditions").stream()
                .filter(OwnedStatus::isOurs)
                .forEach(conditions::add);
        var types = new HashSet<String>();
        Trees.items(wanted, "status", "conditions").stream()
                .filter(it -> !isOurs(it))
                .filter(
                        it ->
                                types.add(Trees.text(it, "type"))
                                        && !Trees.text(it, "type").isEmpty())
                .forEach(conditions::add);
        var next =
                conditions.isEmpty()
                        ? Trees.without(object, "status", "conditions")
                        : Trees.with(object, Trees.array(conditions), "status", "conditions");
        if (!Trees.object(next, "status").equals(Trees.object(wanted, "status"))) {
            warn.accept(
                    "the agent owns a pod's status: of this change only conditions of types that"
                            + " it does not set itself are kept");
        }
        return next;
    }

    /// Whether a condition is of a type that the agent sets.
    public static boolean isOurs(Json condition) {
        return OURS.contains(Trees.text(condition, "type"));
    }
}
