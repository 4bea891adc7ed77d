package dev.bookend.operator.kube;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.json.JsonRead;
import dev.bookend.operator.kube.JsonSieve.Sifted;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;

/// Speaks to the API server. May be used from any thread; every call ends within its time.
public final class ApiClient {
    public static final String JSON = "application/json";
    public static final String JSON_PATCH = "application/json-patch+json";
    public static final String MERGE_PATCH = "application/merge-patch+json";
    public static final String STRATEGIC_PATCH = "application/strategic-merge-patch+json";
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration LIST_PATIENCE = Duration.ofSeconds(60);
    private static final int MOST_TEXT = 1024;
    private final ApiAddress address;
    private final HttpClient http;
    private final ScheduledExecutorService cutter =
            Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().factory());

    /// HTTP/1.1 gives each watch a connection of its own, so that a dead one is dead alone.
    public ApiClient(ApiAddress address) {
        this.address = address;
        var builder =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(Duration.ofSeconds(5));
        address.trust().ifPresent(builder::sslContext);
        this.http = builder.build();
    }

    public ApiAnswer get(String path) throws IOException, InterruptedException {
        return get(path, PATIENCE);
    }

    public ApiAnswer get(String path, Duration patience) throws IOException, InterruptedException {
        return send(request(path).timeout(patience).GET().build());
    }

    /// Reads a page of a list; its items are handed over one by one and not kept.
    ApiAnswer list(String path, Consumer<Sifted> items) throws IOException, InterruptedException {
        return send(request(path).GET().build(), Optional.of(items), LIST_PATIENCE);
    }

    public ApiAnswer create(String path, Json object) throws IOException, InterruptedException {
        return send(request(path).header("Content-Type", JSON).POST(body(object)).build());
    }

    public ApiAnswer replace(String path, Json object) throws IOException, InterruptedException {
        return send(request(path).header("Content-Type", JSON).PUT(body(object)).build());
    }

    public ApiAnswer patch(String path, String type, Json patch)
            throws IOException, InterruptedException {
        return send(
                request(path).header("Content-Type", type).method("PATCH", body(patch)).build());
    }

    /// Opens a watch; the caller closes the stream, which also ends a read that hangs.
    InputStream watch(String path) throws IOException, InterruptedException, WatchRefused {
        var answer =
                http.send(
                        request(path).timeout(PATIENCE).GET().build(),
                        BodyHandlers.ofInputStream());
        if (answer.statusCode() != 200) {
            answer.body().close();
            throw new WatchRefused(answer.statusCode());
        }
        return answer.body();
    }

    /// The API server did not begin a watch.
    static final class WatchRefused extends Exception {
        private static final long serialVersionUID = 1;

        WatchRefused(int status) {
            super("the API server answered a watch with " + status);
        }
    }

    private HttpRequest.Builder request(String path) throws IOException {
        var request =
                HttpRequest.newBuilder(URI.create(address.server() + path))
                        .header("User-Agent", "bookend-operator");
        address.bearer().ifPresent(it -> request.header("Authorization", it));
        return request.timeout(PATIENCE).header("Accept", JSON);
    }

    private static HttpRequest.BodyPublisher body(Json json) {
        return BodyPublishers.ofString(json.line());
    }

    private ApiAnswer send(HttpRequest request) throws IOException, InterruptedException {
        return send(request, Optional.empty(), PATIENCE);
    }

    private ApiAnswer send(HttpRequest request, Optional<Consumer<Sifted>> items, Duration patience)
            throws IOException, InterruptedException {
        var answer = http.send(request, BodyHandlers.ofInputStream());
        try (var body = answer.body()) {
            var cut = cutter.schedule(() -> close(body), patience.toMillis(), MILLISECONDS);
            try {
                return new ApiAnswer(answer.statusCode(), read(answer, items));
            } finally {
                cut.cancel(false);
            }
        }
    }

    private static Json read(HttpResponse<InputStream> answer, Optional<Consumer<Sifted>> items)
            throws IOException {
        var type = answer.headers().firstValue("Content-Type").orElse(JSON);
        if (!type.startsWith(JSON)) {
            var text = answer.body().readNBytes(MOST_TEXT);
            return Json.object().put("message", new String(text, UTF_8).strip()).done();
        }
        var sieve = new JsonSieve(answer.body(), Mesh.of(answer.request().uri().getPath()));
        return sieve.next(answer.statusCode() == 200 ? items : Optional.empty())
                .map(Sifted::json)
                .orElse(new Json.Null());
    }

    private static void close(InputStream stream) {
        try {
            stream.close();
        } catch (IOException _) {
            // It is being given up in any case.
        }
    }

    public static Json read(String text) {
        return switch (JsonRead.of(text)) {
            case JsonRead.Value(var json) -> json;
            case JsonRead.Broken _ -> Json.object().put("message", text).done();
        };
    }
}
