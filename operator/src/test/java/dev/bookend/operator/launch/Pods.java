package dev.bookend.operator.launch;

import dev.bookend.manifest.json.Json;
import dev.bookend.operator.kube.ApiClient;
import dev.bookend.operator.kube.Marks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// Pods as an API server shows them, put together for a test.
final class Pods {
    private final String name;
    private final String policy;
    private final List<Json> containers = new ArrayList<>();
    private final List<Json> statuses = new ArrayList<>();
    private final List<Json> gates = new ArrayList<>();
    private final List<Json> conditions = new ArrayList<>();
    private long grace = 30;
    private String uid = "uid-1";
    private String opened = "";
    private String phase = "Pending";

    private Pods(String name, String policy) {
        this.name = name;
        this.policy = policy;
    }

    static Pods named(String name) {
        return new Pods(name, "Always");
    }

    static Pods under(String policy) {
        return new Pods("web", policy);
    }

    static Pods neverRestarted(String name) {
        return new Pods(name, "Never");
    }

    Pods uid(String value) {
        uid = value;
        return this;
    }

    Pods opened(int levels) {
        opened = String.valueOf(levels);
        return this;
    }

    Pods phase(String value) {
        phase = value;
        return this;
    }

    /// What the operator wrote at the pod.
    Pods condition(LaunchAction.SetCondition said) {
        conditions.add(
                Json.object()
                        .put("type", Marks.CONDITION)
                        .put("status", said.met() ? "True" : "False")
                        .put("message", said.message())
                        .done());
        return this;
    }

    Pods grace(long seconds) {
        grace = seconds;
        return this;
    }

    Pods gated() {
        gates.add(Json.object().put("name", Marks.SCHEDULING_GATE).done());
        return this;
    }

    /// A container with a readiness probe, in a state such as `{"running":{}}`.
    Pods container(String container, int priority, boolean ready, String state) {
        var map = Json.object().put("name", name + "-barrier").put("key", "p_" + priority).done();
        var env =
                ApiClient.read(
                        """
                        [{"name": "KRUISE_CONTAINER_PRIORITY", "value": "%d"},
                         {"name": "KRUISE_CONTAINER_BARRIER",
                          "valueFrom": {"configMapKeyRef": %s}}]
                        """
                                .formatted(priority, map.line()));
        var probe = ApiClient.read("{\"tcpSocket\": {\"port\": 1}}");
        containers.add(
                Json.object()
                        .put("name", container)
                        .put("env", env)
                        .put("readinessProbe", probe)
                        .done());
        statuses.add(
                Json.object()
                        .put("name", container)
                        .put("ready", ready)
                        .put("restartCount", 0)
                        .put("state", ApiClient.read(state))
                        .done());
        return this;
    }

    /// A container without probes, in a state and after a last state such as `{"running":{}}`.
    Pods plain(String container, int priority, String state, String last) {
        container(container, priority, false, state);
        var bare = new LinkedHashMap<>(((Json.Obj) containers.removeLast()).fields());
        bare.remove("readinessProbe");
        containers.add(new Json.Obj(bare));
        var status = new LinkedHashMap<>(((Json.Obj) statuses.removeLast()).fields());
        status.put("lastState", ApiClient.read(last));
        statuses.add(new Json.Obj(status));
        return this;
    }

    Pods held(String container, int priority) {
        return container(
                container,
                priority,
                false,
                "{\"waiting\": {\"reason\": \"CreateContainerConfigError\"}}");
    }

    Pods running(String container, int priority) {
        return container(container, priority, false, "{\"running\": {}}");
    }

    Pods ready(String container, int priority) {
        return container(container, priority, true, "{\"running\": {}}");
    }

    Pods exited(String container, int priority, int code) {
        return container(
                container, priority, false, "{\"terminated\": {\"exitCode\": %d}}".formatted(code));
    }

    Json json() {
        var annotations = Json.object();
        if (!opened.isEmpty()) {
            annotations.put(Marks.OPENED, opened);
        }
        var meta =
                Json.object()
                        .put("name", name)
                        .put("namespace", "shop")
                        .put("uid", uid)
                        .put("annotations", annotations.done());
        var spec =
                Json.object()
                        .put("restartPolicy", policy)
                        .put("terminationGracePeriodSeconds", grace)
                        .put("schedulingGates", new Json.Arr(gates))
                        .put("containers", new Json.Arr(containers));
        var status =
                Json.object()
                        .put("phase", phase)
                        .put("conditions", new Json.Arr(conditions))
                        .put("containerStatuses", new Json.Arr(statuses));
        return Json.object()
                .put("metadata", meta.done())
                .put("spec", spec.done())
                .put("status", status.done())
                .done();
    }

    PodView view() {
        return PodView.of(json()).orElseThrow();
    }
}
