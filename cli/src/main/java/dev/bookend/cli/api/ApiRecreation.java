package dev.bookend.cli.api;

import dev.bookend.api.client.ApiClient;
import dev.bookend.api.resource.ApiError;
import dev.bookend.cli.terminal.Printable;
import dev.bookend.lifecycle.recreate.RecreateSpec;
import dev.bookend.lifecycle.recreate.RecreateStatus;
import dev.bookend.lifecycle.recreate.RecreateStatus.ContainerRecreateState;
import dev.bookend.lifecycle.recreate.RecreateStatus.Phase;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.PodName;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.recreate.RecreateReader;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// A ContainerRecreateRequest that is made and followed through an API.
public record ApiRecreation(ApiClient client, PodName pod) {
    private static final ApiPaths KIND = ApiPaths.of("crr");

    public Json ask(RecreateSpec spec) throws ApiError, IOException, InterruptedException {
        var metadata =
                Json.object()
                        .put("generateName", pod.name() + "-")
                        .put("namespace", pod.namespace())
                        .done();
        var request =
                Json.object()
                        .put("apiVersion", "apps.kruise.io/v1alpha1")
                        .put("kind", "ContainerRecreateRequest")
                        .put("metadata", metadata)
                        .put("spec", json(spec))
                        .done();
        var all = KIND.all(Optional.of(pod.namespace()));
        return client.send("POST", all, "application/json", request.line());
    }

    private static Json json(RecreateSpec spec) {
        var json =
                Json.object()
                        .put("podName", spec.podName())
                        .put(
                                "containers",
                                new Json.Arr(
                                        spec.containers().stream()
                                                .map(ApiRecreation::container)
                                                .toList()))
                        .put("strategy", strategy(spec.strategy()));
        spec.activeDeadlineSeconds().ifPresent(it -> json.put("activeDeadlineSeconds", it));
        spec.ttlSecondsAfterFinished().ifPresent(it -> json.put("ttlSecondsAfterFinished", it));
        return json.done();
    }

    private static Json container(RecreateSpec.Entry entry) {
        return Json.object().put("name", entry.name()).done();
    }

    private static Json strategy(RecreateSpec.Strategy strategy) {
        var json = Json.object().put("failurePolicy", strategy.failurePolicy());
        if (strategy.ordered()) {
            json.put("orderedRecreate", true);
        }
        if (strategy.force()) {
            json.put("forceRecreate", true);
        }
        strategy.grace().ifPresent(it -> json.put("terminationGracePeriodSeconds", it));
        strategy.unready().ifPresent(it -> json.put("unreadyGracePeriodSeconds", it));
        strategy.minStarted().ifPresent(it -> json.put("minStartedSeconds", it));
        return json.done();
    }

    /// Shows every change until the request is over.
    public RecreateStatus follow(Json made, Consumer<RecreateStatus> show)
            throws ApiError, IOException, InterruptedException {
        var seen = made;
        show.accept(status(seen));
        while (!status(seen).isCompleted()) {
            seen = followed(seen, show);
        }
        return status(seen);
    }

    /// A server may end the watch first; then the next one goes on from what was seen last.
    private Json followed(Json from, Consumer<RecreateStatus> show)
            throws ApiError, IOException, InterruptedException {
        var seen = from;
        try (var watch = ApiWatch.ofOne(client, KIND, from)) {
            for (var event = watch.next(); event.isPresent(); event = watch.next()) {
                if (event.get().isDeletion()) {
                    throw new IOException("somebody has deleted the request");
                }
                seen = event.get().object();
                show.accept(status(seen));
                if (status(seen).isCompleted()) {
                    return seen;
                }
            }
        }
        return seen;
    }

    private static RecreateStatus status(Json object) {
        var status = object.field("status").orElse(Json.object().done());
        return new RecreateStatus(
                RecreateReader.id(object),
                phase(status),
                Optional.empty(),
                status.text("message").orElse(""),
                status
                        .field("containerRecreateStates")
                        .map(Json::elements)
                        .orElse(List.of())
                        .stream()
                        .map(ApiRecreation::state)
                        .toList());
    }

    private static ContainerRecreateState state(Json state) {
        return new ContainerRecreateState(
                new ContainerName(state.text("name").orElse("")),
                phase(state),
                Printable.line(state.text("message").orElse("")),
                state.field("isKilled").flatMap(Json::flag).orElse(false));
    }

    private static Phase phase(Json status) {
        var word = status.text("phase").orElse("");
        for (var phase : Phase.values()) {
            if (phase.word().equals(word)) {
                return phase;
            }
        }
        return Phase.PENDING;
    }
}
