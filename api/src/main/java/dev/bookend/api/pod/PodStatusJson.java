package dev.bookend.api.pod;

import dev.bookend.api.object.OwnedStatus;
import dev.bookend.api.resource.Ages;
import dev.bookend.api.resource.Trees;
import dev.bookend.lifecycle.life.Conditions;
import dev.bookend.lifecycle.status.ContainerStatus;
import dev.bookend.lifecycle.status.ContainerStatus.Shown;
import dev.bookend.lifecycle.status.PodStatus;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.json.JsonDraft;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A pod's status as the API shows it.
public final class PodStatusJson {

    private final Json.Obj pod;
    private final String address;
    private final RunIds ids;

    private PodStatusJson(Json.Obj pod, String address, RunIds ids) {
        this.pod = pod;
        this.address = address;
        this.ids = ids;
    }

    /// The next status of a pod; conditions that others set stay.
    static Json.Obj of(Json.Obj pod, PodStatus status, String address, RunIds ids) {
        return new PodStatusJson(pod, address, ids).status(status);
    }

    /// The status of a pod that nobody has begun.
    public static Json.Obj pending(Json.Obj pod) {
        return Json.object().put("phase", "Pending").put("qosClass", qosClass(pod)).done();
    }

    private Json.Obj status(PodStatus status) {
        var json = Json.object().put("phase", status.phase().word());
        putText(json, "reason", status.reason());
        putText(json, "message", status.message());
        json.put("conditions", conditions(status.conditions()));
        var ips = Trees.array(List.of(Json.object().put("ip", address).done()));
        json.put("hostIP", address).put("hostIPs", ips).put("podIP", address).put("podIPs", ips);
        json.put("startTime", Ages.time(status.startTime()));
        if (!status.initContainers().isEmpty()) {
            json.put("initContainerStatuses", all(status.initContainers(), "initContainers"));
        }
        json.put("containerStatuses", all(status.containers(), "containers"));
        return json.put("qosClass", qosClass(pod)).done();
    }

    private Json conditions(Conditions conditions) {
        var all = new ArrayList<Json>();
        conditions.all().forEach((type, condition) -> all.add(condition(type.word(), condition)));
        Trees.items(pod, "status", "conditions").stream()
                .filter(it -> !OwnedStatus.isOurs(it))
                .forEach(all::add);
        return Trees.array(all);
    }

    private static Json condition(String type, Conditions.Condition condition) {
        var json =
                Json.object()
                        .put("type", type)
                        .put("status", condition.met() ? "True" : "False")
                        .put("lastTransitionTime", Ages.time(condition.since()));
        putText(json, "reason", condition.reason());
        putText(json, "message", condition.message());
        return json.done();
    }

    private Json all(List<ContainerStatus> statuses, String field) {
        return Trees.array(statuses.stream().map(it -> container(it, field)).toList());
    }

    private Json container(ContainerStatus status, String field) {
        var name = status.name().text();
        var image =
                Trees.items(pod, "spec", field).stream()
                        .filter(it -> Trees.text(it, "name").equals(name))
                        .findFirst()
                        .map(it -> Trees.text(it, "image"))
                        .orElse("");
        var last = status.lastState().flatMap(it -> id(status, it));
        var id =
                status.id()
                        .map(String::valueOf)
                        .or(() -> id(status, status.state()))
                        .or(() -> last);
        var json =
                Json.object()
                        .put("name", name)
                        .put("state", shown(status.state(), id))
                        .put(
                                "lastState",
                                status.lastState().map(it -> shown(it, last)).orElse(Trees.EMPTY))
                        .put("ready", status.ready())
                        .put("restartCount", status.restartCount())
                        .put("image", image)
                        .put("imageID", "");
        return json.put("containerID", id).put("started", status.started()).done();
    }

    private Optional<String> id(ContainerStatus status, Shown state) {
        return state instanceof Shown.Terminated ended
                ? ids.of(status.name(), ended, pod)
                : Optional.empty();
    }

    private static Json.Obj shown(Shown state, Optional<String> id) {
        return switch (state) {
            case Shown.Waiting(var reason, var message) -> {
                var json = Json.object().put("reason", reason);
                putText(json, "message", message);
                yield Json.object().put("waiting", json.done()).done();
            }
            case Shown.Running(var at) ->
                    Json.object()
                            .put("running", Json.object().put("startedAt", Ages.time(at)).done())
                            .done();
            case Shown.Terminated ended -> terminated(ended, id);
        };
    }

    private static Json.Obj terminated(Shown.Terminated ended, Optional<String> id) {
        var json =
                Json.object()
                        .put("exitCode", ended.exit().code())
                        .put("reason", ended.exit().reason().word());
        putText(json, "message", ended.message());
        json.put("startedAt", Ages.time(ended.startedAt()))
                .put("finishedAt", Ages.time(ended.finishedAt()))
                .put("containerID", id);
        return Json.object().put("terminated", json.done()).done();
    }

    private static void putText(JsonDraft json, String name, String text) {
        if (!text.isEmpty()) {
            json.put(name, text);
        }
    }

    /// Guaranteed if every container's limits equal its requests, BestEffort if there are none.
    private static String qosClass(Json pod) {
        var all =
                Stream.of("containers", "initContainers")
                        .flatMap(field -> Trees.items(pod, "spec", field).stream())
                        .map(it -> Trees.object(it, "resources"))
                        .toList();
        if (all.stream().allMatch(it -> isEmpty(it, "limits") && isEmpty(it, "requests"))) {
            return "BestEffort";
        }
        return all.stream().allMatch(PodStatusJson::isGuaranteed) ? "Guaranteed" : "Burstable";
    }

    private static boolean isEmpty(Json resources, String field) {
        return Trees.object(resources, field).fields().isEmpty();
    }

    private static boolean isGuaranteed(Json resources) {
        var limits = Trees.object(resources, "limits");
        return limits.field("cpu").isPresent()
                && limits.field("memory").isPresent()
                && (isEmpty(resources, "requests")
                        || Trees.object(resources, "requests").equals(limits));
    }
}
