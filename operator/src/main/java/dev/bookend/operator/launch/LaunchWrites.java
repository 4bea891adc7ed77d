package dev.bookend.operator.launch;

import dev.bookend.manifest.json.Json;
import dev.bookend.operator.kube.ApiAnswer;
import dev.bookend.operator.kube.ApiClient;
import dev.bookend.operator.kube.JsonPatch;
import dev.bookend.operator.kube.Marks;
import dev.bookend.operator.launch.LaunchAction.Annotate;
import dev.bookend.operator.launch.LaunchAction.CreateMap;
import dev.bookend.operator.launch.LaunchAction.FailPod;
import dev.bookend.operator.launch.LaunchAction.LiftGate;
import dev.bookend.operator.launch.LaunchAction.OpenKeys;
import dev.bookend.operator.launch.LaunchAction.SetCondition;
import dev.bookend.operator.launch.LaunchAction.TakeOverMap;
import dev.bookend.operator.launch.LaunchAction.Tell;

import java.io.IOException;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/// Carries out what was decided for a pod. Each write may be done twice without harm.
final class LaunchWrites {
    private static final String OPEN = "true";
    private final ApiClient api;
    private final ClusterIndex index;
    private final InstantSource clock;

    /// The API server refused a write, so that the pod needs a new look.
    static class Refused extends Exception {
        private static final long serialVersionUID = 1;

        Refused(String says) {
            super(says);
        }
    }

    /// Somebody has to change something in the cluster before the map can be written.
    static final class MapForbidden extends Refused {
        private static final long serialVersionUID = 1;

        private final String says;

        MapForbidden(String says) {
            super(says);
            this.says = says;
        }

        String says() {
            return says;
        }
    }

    LaunchWrites(ApiClient api, ClusterIndex index, InstantSource clock) {
        this.api = api;
        this.index = index;
        this.clock = clock;
    }

    void perform(PodView pod, LaunchAction action)
            throws IOException, InterruptedException, Refused {
        switch (action) {
            case CreateMap(var keys) -> create(pod, keys);
            case TakeOverMap(var version, var keys) ->
                    heed(api.replace(mapPath(pod), map(pod, keys, Optional.of(version))), pod);
            case OpenKeys(var keys) ->
                    heed(api.patch(mapPath(pod), ApiClient.MERGE_PATCH, opening(keys)), pod);
            case LiftGate() -> liftGate(pod);
            case Annotate(var opened, var nudges) ->
                    heedPod(
                            api.patch(
                                    podPath(pod),
                                    ApiClient.MERGE_PATCH,
                                    annotations(pod, opened, nudges)));
            case SetCondition condition ->
                    heedPod(
                            api.patch(
                                    podPath(pod) + "/status",
                                    ApiClient.STRATEGIC_PATCH,
                                    condition(pod.uid(), condition)));
            case Tell tell ->
                    api.create(path(pod.key(), "events"), event(pod.key(), pod.uid(), tell));
            case FailPod() ->
                    heedPod(api.patch(podPath(pod), ApiClient.MERGE_PATCH, shortDeadline(pod)));
        }
    }

    /// Tells at a pod that cannot be read, and so has no view, why nothing happens to it.
    void tellAside(PodKey key, ClusterIndex.Aside aside) throws IOException, InterruptedException {
        var tell = new Tell(true, "PodSetAside", LaunchWords.aside(aside.why()));
        api.create(path(key, "events"), event(key, aside.uid(), tell));
        var said = new SetCondition(false, tell.reason(), tell.message());
        api.patch(
                path(key, "pods/" + key.name() + "/status"),
                ApiClient.STRATEGIC_PATCH,
                condition(aside.uid(), said));
    }

    /// What the server has under the map's name now.
    Optional<MapView> look(PodView pod) throws IOException, InterruptedException {
        var answer = api.get(mapPath(pod));
        if (answer.isNotFound()) {
            index.gone(pod.key());
        } else if (answer.isSuccess()) {
            MapView.of(answer.body()).ifPresent(index::seen);
        }
        return index.map(pod.key());
    }

    private void create(PodView pod, List<String> keys)
            throws IOException, InterruptedException, Refused {
        var answer = api.create(path(pod.key(), "configmaps"), map(pod, keys, Optional.empty()));
        if (answer.isConflict()) {
            look(pod);
            throw new Refused("ConfigMap %s exists already".formatted(pod.mapName()));
        }
        heed(answer, pod);
    }

    /// What the server answers to a write of the map is the newest there is to know about it.
    private void heed(ApiAnswer answer, PodView pod) throws Refused {
        if (answer.isForbidden() || answer.isInvalid()) {
            throw new MapForbidden(answer.says());
        }
        if (!answer.isSuccess()) {
            throw new Refused("map of %s: %s".formatted(pod.key(), answer.says()));
        }
        MapView.of(answer.body()).ifPresent(index::seen);
    }

    /// A pod that is gone, or was replaced by another of its name, needs nothing any more.
    private static void heedPod(ApiAnswer answer) throws Refused {
        if (!answer.isSuccess() && !answer.isNotFound() && !answer.isConflict()) {
            throw new Refused(answer.says());
        }
    }

    private void liftGate(PodView pod) throws IOException, InterruptedException, Refused {
        var gates =
                api.get(podPath(pod))
                        .body()
                        .at("spec", "schedulingGates")
                        .map(Json::elements)
                        .orElse(List.of());
        for (var i = 0; i < gates.size(); i++) {
            var name = gates.get(i).text("name").orElse("");
            if (name.equals(Marks.SCHEDULING_GATE)) {
                var patch = new JsonPatch();
                patch.test("/metadata/uid", Json.of(pod.uid()));
                patch.test("/spec/schedulingGates/" + i + "/name", Json.of(name));
                patch.remove("/spec/schedulingGates/" + i);
                heedPod(api.patch(podPath(pod), ApiClient.JSON_PATCH, patch.json()));
            }
        }
    }

    private static String path(PodKey pod, String kind) {
        return "/api/v1/namespaces/%s/%s".formatted(pod.namespace(), kind);
    }

    private static String podPath(PodView pod) {
        return path(pod.key(), "pods/" + pod.key().name());
    }

    private static String mapPath(PodView pod) {
        return path(pod.key(), "configmaps/" + pod.mapName());
    }

    private static Json map(PodView pod, List<String> keys, Optional<String> version) {
        var owner =
                Json.object()
                        .put("apiVersion", "v1")
                        .put("kind", "Pod")
                        .put("name", pod.key().name())
                        .put("uid", pod.uid())
                        .done();
        var meta =
                Json.object()
                        .put("name", pod.mapName())
                        .put("namespace", pod.key().namespace())
                        .put("resourceVersion", version)
                        .put("labels", label())
                        .put("ownerReferences", new Json.Arr(List.of(owner)));
        return Json.object()
                .put("apiVersion", "v1")
                .put("kind", "ConfigMap")
                .put("metadata", meta.done())
                .put("data", data(keys))
                .done();
    }

    private static Json label() {
        return Json.object().put(Marks.ORDERED_LABEL, Marks.ORDERED_VALUE).done();
    }

    private static Json data(List<String> keys) {
        var data = Json.object();
        keys.forEach(key -> data.put(key, OPEN));
        return data.done();
    }

    private static Json opening(List<String> keys) {
        var labelled = Json.object().put("labels", label()).done();
        return Json.object().put("metadata", labelled).put("data", data(keys)).done();
    }

    private static Json annotations(PodView pod, int opened, int nudges) {
        var all = Json.object().put(Marks.OPENED, String.valueOf(opened));
        if (nudges > 0) {
            all.put(Marks.NUDGE, String.valueOf(nudges));
        }
        var meta = Json.object().put("uid", pod.uid()).put("annotations", all.done()).done();
        return Json.object().put("metadata", meta).done();
    }

    private Json condition(String uid, SetCondition condition) {
        var entry =
                Json.object()
                        .put("type", Marks.CONDITION)
                        .put("status", condition.met() ? "True" : "False")
                        .put("reason", condition.reason())
                        .put("message", condition.message())
                        .put("lastTransitionTime", now())
                        .done();
        return Json.object()
                .put("metadata", Json.object().put("uid", uid).done())
                .put("status", Json.object().put("conditions", new Json.Arr(List.of(entry))).done())
                .done();
    }

    private static Json shortDeadline(PodView pod) {
        return Json.object()
                .put("metadata", Json.object().put("uid", pod.uid()).done())
                .put("spec", Json.object().put("activeDeadlineSeconds", 1).done())
                .done();
    }

    private Json event(PodKey pod, String uid, Tell tell) {
        var about =
                Json.object()
                        .put("apiVersion", "v1")
                        .put("kind", "Pod")
                        .put("namespace", pod.namespace())
                        .put("name", pod.name())
                        .put("uid", uid)
                        .done();
        return Json.object()
                .put("apiVersion", "v1")
                .put("kind", "Event")
                .put("metadata", Json.object().put("generateName", "bookend-").done())
                .put("involvedObject", about)
                .put("type", tell.warning() ? "Warning" : "Normal")
                .put("reason", tell.reason())
                .put("message", tell.message())
                .put("source", Json.object().put("component", "bookend").done())
                .put("firstTimestamp", now())
                .put("lastTimestamp", now())
                .put("count", 1)
                .done();
    }

    private String now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
