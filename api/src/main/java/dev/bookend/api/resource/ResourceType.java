package dev.bookend.api.resource;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// The kinds of object that the API serves.
public enum ResourceType {
    NAMESPACES(ApiGroup.CORE, "Namespace", "namespaces", false, "ns"),
    NODES(ApiGroup.CORE, "Node", "nodes", false, "no"),
    PODS(ApiGroup.CORE, "Pod", "pods", true, "po"),
    EVENTS(ApiGroup.CORE, "Event", "events", true, "ev"),
    CONFIG_MAPS(ApiGroup.CORE, "ConfigMap", "configmaps", true, "cm"),
    SECRETS(ApiGroup.CORE, "Secret", "secrets", true, ""),
    SERVICES(ApiGroup.CORE, "Service", "services", true, "svc"),
    RECREATE_REQUESTS(
            ApiGroup.KRUISE, "ContainerRecreateRequest", "containerrecreaterequests", true, "crr");

    private final ApiGroup group;
    private final String kind;
    private final String plural;
    private final boolean namespaced;
    private final String shortName;

    ResourceType(ApiGroup group, String kind, String plural, boolean namespaced, String shortName) {
        this.group = group;
        this.kind = kind;
        this.plural = plural;
        this.namespaced = namespaced;
        this.shortName = shortName;
    }

    public ApiGroup group() {
        return group;
    }

    public String kind() {
        return kind;
    }

    public String plural() {
        return plural;
    }

    public String singular() {
        return kind.toLowerCase(Locale.ROOT);
    }

    public boolean namespaced() {
        return namespaced;
    }

    public Optional<String> shortName() {
        return Optional.of(shortName).filter(it -> !it.isEmpty());
    }

    /// As messages name it: `pods`, `containerrecreaterequests.apps.kruise.io`.
    String qualified() {
        return group == ApiGroup.CORE ? plural : plural + "." + group.word();
    }

    /// Whether there is a status that is written on its own.
    public boolean hasStatus() {
        return switch (this) {
            case PODS, NODES, NAMESPACES, SERVICES, RECREATE_REQUESTS -> true;
            case EVENTS, CONFIG_MAPS, SECRETS -> false;
        };
    }

    public List<String> verbs() {
        return this == NODES
                ? List.of("get", "list", "patch", "update", "watch")
                : List.of(
                        "create",
                        "delete",
                        "deletecollection",
                        "get",
                        "list",
                        "patch",
                        "update",
                        "watch");
    }

    static Optional<ResourceType> of(ApiGroup group, String plural) {
        return Stream.of(values())
                .filter(type -> type.group == group && type.plural.equals(plural))
                .findFirst();
    }

    public static Optional<ResourceType> ofKind(String kind) {
        return Stream.of(values()).filter(type -> type.kind.equals(kind)).findFirst();
    }
}
