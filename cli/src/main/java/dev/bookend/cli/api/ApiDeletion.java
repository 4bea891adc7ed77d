package dev.bookend.cli.api;

import dev.bookend.api.client.ApiClient;
import dev.bookend.api.resource.ApiError;
import dev.bookend.manifest.json.Json;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Deletes an object through an API, and waits until it is gone.
public record ApiDeletion(ApiClient client, ApiPaths kind, String namespace, String name) {
    private static final int NOT_FOUND = 404;
    private static final Set<String> OVER = Set.of("Succeeded", "Failed");

    private String path() {
        return kind.one(namespace, name);
    }

    /// The object; empty if there is none.
    public Optional<Json> object() throws ApiError, IOException, InterruptedException {
        try {
            return Optional.of(client.get(path()));
        } catch (ApiError error) {
            if (error.code() == NOT_FOUND) {
                return Optional.empty();
            }
            throw error;
        }
    }

    public void delete(Optional<Duration> grace)
            throws ApiError, IOException, InterruptedException {
        var options = Json.object().put("kind", "DeleteOptions").put("apiVersion", "v1");
        grace.ifPresent(it -> options.put("gracePeriodSeconds", it.toSeconds()));
        var answer = client.send("DELETE", path(), "application/json", options.done().line());
        var left =
                answer.text("kind").orElse("").equals("Status") ? Optional.<Json>empty() : object();
        var uid = ApiWatch.text(answer, "uid");
        while (left.filter(it -> ApiWatch.text(it, "uid").equals(uid)).isPresent()) {
            refuseHeld(left.get());
            awaitDeletion(left.get());
            left = object();
        }
    }

    /// A pod that has ended goes no further while somebody's finalizer holds it, perhaps for ever.
    private void refuseHeld(Json object) throws IOException {
        var holders =
                object.at("metadata", "finalizers").map(Json::elements).orElse(List.of()).stream()
                        .map(it -> it.text().orElse(""))
                        .collect(Collectors.joining(", "));
        var phase = object.at("status", "phase").flatMap(Json::text).orElse("");
        if (!holders.isEmpty() && OVER.contains(phase)) {
            throw new IOException(
                    "%s/%s has ended, and is held by these finalizers: %s; whoever set"
                                    .formatted(kind.plural(), name, holders)
                            + " them must remove them");
        }
    }

    /// A server may end the watch first; then the object is looked at again.
    private void awaitDeletion(Json object) throws ApiError, IOException, InterruptedException {
        try (var watch = ApiWatch.ofOne(client, kind, object)) {
            var event = watch.next();
            while (event.isPresent() && !event.get().isDeletion()) {
                refuseHeld(event.get().object());
                event = watch.next();
            }
        } catch (ApiError error) {
            if (error.code() != 410) {
                throw error;
            }
        }
    }
}
