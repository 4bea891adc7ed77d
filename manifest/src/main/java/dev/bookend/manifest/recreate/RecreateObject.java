package dev.bookend.manifest.recreate;

import dev.bookend.lifecycle.recreate.RecreateLabels;
import dev.bookend.lifecycle.recreate.RecreateRequest;
import dev.bookend.lifecycle.recreate.RecreateStatus;
import dev.bookend.lifecycle.recreate.RecreateTarget;
import dev.bookend.lifecycle.recreate.RecreateVerdict.Accepted;
import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.lifecycle.rules.Findings;
import dev.bookend.lifecycle.value.RuntimeId;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.text.Paths;

import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// ContainerRecreateRequests as the JSON objects that users see. Fields that are not ours stay.
public final class RecreateObject {
    public static final String API_VERSION = "apps.kruise.io/v1alpha1";
    public static final String KIND = "ContainerRecreateRequest";

    /// The printer columns, each with the way to its value in the words of a CRD; AGE, which every
    /// object has, comes last.
    public static final List<Column> COLUMNS =
            List.of(
                    new Column("PHASE", ".status.phase"),
                    new Column("POD", ".spec.podName"),
                    new Column("NODE", ".metadata.labels.crr\\.apps\\.kruise\\.io/node-name"));

    /// A printer column.
    public record Column(String name, String jsonPath) {}

    private RecreateObject() {}

    /// The object with all that its acceptance decides: labels, defaults, and which run of each
    /// container is meant (CRR-1).
    ///
    /// @param pod the pod's own object, whose hooks and ports are copied
    public static Json.Obj accepted(Json object, Accepted accepted, Json pod) {
        var request = accepted.request();
        var spec = fields(object.field("spec"));
        spec.put("containers", containers(request, pod));
        spec.put("strategy", strategy(object, request));
        var all = fields(Optional.of(object));
        all.put("apiVersion", Json.of(API_VERSION));
        all.put("kind", Json.of(KIND));
        all.put("metadata", metadata(object, accepted));
        all.put("spec", new Json.Obj(spec));
        all.remove("status");
        return new Json.Obj(all);
    }

    private static Json metadata(Json object, Accepted accepted) {
        var metadata = fields(object.field("metadata"));
        var request = accepted.request();
        metadata.put("name", Json.of(request.id().name()));
        metadata.put("uid", Json.of(request.id().uid()));
        metadata.putIfAbsent(
                "creationTimestamp",
                Json.of(request.created().truncatedTo(ChronoUnit.SECONDS).toString()));
        var labels = fields(object.at("metadata", "labels"));
        accepted.labels().forEach((key, value) -> labels.put(key, Json.of(value)));
        metadata.put("labels", new Json.Obj(labels));
        return new Json.Obj(metadata);
    }

    private static Json containers(RecreateRequest request, Json pod) {
        return new Json.Arr(
                request.targets().stream().map(target -> container(target, pod)).toList());
    }

    private static Json container(RecreateTarget target, Json pod) {
        var draft = Json.object().put("name", target.name().text());
        var own = named(pod, target.name().text());
        own.flatMap(it -> it.at("lifecycle", "preStop"))
                .ifPresent(hook -> draft.put("preStop", hook));
        own.flatMap(it -> it.field("ports")).ifPresent(ports -> draft.put("ports", ports));
        return draft.put(
                        "statusContext",
                        Json.object()
                                .put("containerID", target.id().map(RuntimeId::text).orElse(""))
                                .put("restartCount", target.restartCount())
                                .done())
                .done();
    }

    private static Optional<Json> named(Json pod, String name) {
        return List.of("containers", "initContainers").stream()
                .flatMap(
                        list -> pod.at("spec", list).map(Json::elements).orElse(List.of()).stream())
                .filter(each -> each.text("name").filter(name::equals).isPresent())
                .findFirst();
    }

    private static Json strategy(Json object, RecreateRequest request) {
        var strategy = fields(object.at("spec", "strategy"));
        var decided = request.strategy();
        strategy.put("failurePolicy", Json.of(decided.failurePolicy().word()));
        strategy.putIfAbsent("terminationGracePeriodSeconds", Json.of(decided.grace().toSeconds()));
        return new Json.Obj(strategy);
    }

    public static Json.Obj status(RecreateStatus status) {
        var draft = Json.object().put("phase", status.phase().word());
        status.completionTime()
                .ifPresent(
                        at ->
                                draft.put(
                                        "completionTime",
                                        at.truncatedTo(ChronoUnit.SECONDS).toString()));
        if (!status.message().isEmpty()) {
            draft.put("message", status.message());
        }
        var states = status.containers().stream().map(RecreateObject::state).toList();
        return draft.put("containerRecreateStates", new Json.Arr(states)).done();
    }

    private static Json state(RecreateStatus.ContainerRecreateState state) {
        var draft = Json.object().put("name", state.name().text());
        draft.put("phase", state.phase().word());
        if (!state.message().isEmpty()) {
            draft.put("message", state.message());
        }
        return draft.put("isKilled", state.isKilled()).done();
    }

    /// The object with its status; one that has completed is not active any more.
    public static Json.Obj with(Json object, RecreateStatus status) {
        var all = fields(Optional.of(object));
        all.put("status", status(status));
        if (status.isCompleted()) {
            var metadata = fields(object.field("metadata"));
            var labels = fields(object.at("metadata", "labels"));
            labels.remove(RecreateLabels.ACTIVE);
            metadata.put("labels", new Json.Obj(labels));
            all.put("metadata", new Json.Obj(metadata));
        }
        return new Json.Obj(all);
    }

    /// Whether the object says that its request has completed.
    public static boolean isCompleted(Json object) {
        return object.at("status", "phase")
                .flatMap(Json::text)
                .filter(RecreateStatus.Phase.COMPLETED.word()::equals)
                .isPresent();
    }

    /// The values of the printer columns for an object; empty where it has none.
    public static List<String> cells(Json object) {
        return List.of(
                text(object, "status", "phase"),
                text(object, "spec", "podName"),
                text(object, "metadata", "labels", RecreateLabels.NODE_NAME));
    }

    private static String text(Json object, String... way) {
        return object.at(way).flatMap(Json::text).orElse("");
    }

    /// What is wrong with an update of an accepted object: the spec and our labels stay (CRR-1).
    public static List<Finding> updateProblems(Json before, Json after) {
        var findings = new Findings();
        if (!before.field("spec").equals(after.field("spec"))) {
            findings.forbidden(
                    "spec",
                    "the spec of a ContainerRecreateRequest is immutable",
                    "make another request, and delete this one if it should not go on");
        }
        for (var label : List.of(RecreateLabels.POD_UID, RecreateLabels.NODE_NAME)) {
            if (!before.at("metadata", "labels", label)
                    .equals(after.at("metadata", "labels", label))) {
                findings.forbidden(
                        Paths.key("metadata.labels", label),
                        "this label is immutable",
                        "leave it as it is");
            }
        }
        return findings.list();
    }

    private static Map<String, Json> fields(Optional<Json> object) {
        return object.orElse(Json.object().done()) instanceof Json.Obj(var fields)
                ? new LinkedHashMap<>(fields)
                : new LinkedHashMap<>();
    }
}
