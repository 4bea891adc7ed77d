package dev.bookend.cli.api;

import dev.bookend.api.client.ApiClient;
import dev.bookend.api.resource.ApiError;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.json.JsonRead;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// The changes of objects, as an API tells them one after another.
public final class ApiWatch implements AutoCloseable {
    private static final long FAULT = 500;

    private final BufferedReader lines;

    /// @param type `ADDED`, `MODIFIED`, `DELETED`, `BOOKMARK` or `ERROR`
    record Event(String type, Json object) {
        boolean isDeletion() {
            return type.equals("DELETED");
        }
    }

    private ApiWatch(InputStream answer) {
        lines = new BufferedReader(new InputStreamReader(answer, StandardCharsets.UTF_8));
    }

    /// @param path of a list, perhaps with a query
    static ApiWatch open(ApiClient client, String path, String accept)
            throws ApiError, IOException, InterruptedException {
        var more = path.contains("?") ? "&" : "?";
        return new ApiWatch(client.stream("GET", path + more + "watch=true", accept));
    }

    /// One object from a version on.
    static ApiWatch ofOne(ApiClient client, ApiPaths kind, Json object)
            throws ApiError, IOException, InterruptedException {
        var selector = "metadata.name=" + text(object, "name");
        var path =
                "%s?fieldSelector=%s&resourceVersion=%s"
                        .formatted(
                                kind.all(Optional.of(text(object, "namespace"))),
                                ApiPaths.encoded(selector),
                                text(object, "resourceVersion"));
        return open(client, path, "application/json");
    }

    public static String text(Json object, String field) {
        return object.at("metadata", field).flatMap(Json::text).orElse("");
    }

    /// The next change; empty if the server has ended the watch.
    Optional<Event> next() throws ApiError, IOException {
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            if (!(JsonRead.of(line) instanceof JsonRead.Value(var json))) {
                throw new IOException("the watch sent no JSON");
            }
            var event = new Event(json.text("type").orElse(""), json.field("object").orElse(json));
            if (event.type().equals("ERROR")) {
                throw error(event.object());
            }
            if (!event.type().equals("BOOKMARK")) {
                return Optional.of(event);
            }
        }
        return Optional.empty();
    }

    private static ApiError error(Json status) {
        var code = status.field("code").map(it -> it.number().orElse(FAULT)).orElse(FAULT);
        return new ApiError(
                (int) (long) code,
                status.text("reason").orElse(""),
                status.text("message").orElse("the watch failed"));
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
