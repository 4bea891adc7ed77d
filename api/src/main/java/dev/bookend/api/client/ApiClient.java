package dev.bookend.api.client;

import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.Trees;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.json.JsonRead;

import java.io.IOException;
import java.io.InputStream;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/// A client of a Kubernetes API: Bookend's own, or a cluster's.
public final class ApiClient implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final int REFUSED = 400;

    /// Asks the server for what `get` prints.
    public static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";

    private final KubeConfig config;
    private final HttpClient client;

    public ApiClient(KubeConfig config) {
        this.config = config;
        var builder =
                HttpClient.newBuilder()
                        .sslContext(config.tls())
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(CONNECT);
        config.proxy().ifPresent(it -> builder.proxy(ProxySelector.of(it)));
        client = builder.build();
    }

    /// The namespace that counts when none is named.
    public String namespace() {
        return config.namespace();
    }

    public Json get(String path) throws ApiError, IOException, InterruptedException {
        return get(path, "application/json");
    }

    /// The same in a form that the client likes, such as a table.
    public Json get(String path, String accept) throws ApiError, IOException, InterruptedException {
        return answer(request(path).timeout(LIMIT).header("Accept", accept).GET().build());
    }

    /// Sends a body and gives the answer; a refusal is thrown as the server said it.
    public Json send(String method, String path, String type, String body)
            throws ApiError, IOException, InterruptedException {
        var request =
                request(path)
                        .timeout(LIMIT)
                        .header("Content-Type", type)
                        .header("Accept", "application/json")
                        .method(
                                method,
                                body.isEmpty()
                                        ? BodyPublishers.noBody()
                                        : BodyPublishers.ofString(body))
                        .build();
        return answer(request);
    }

    private Json answer(java.net.http.HttpRequest request)
            throws ApiError, IOException, InterruptedException {
        var response = client.send(request, BodyHandlers.ofString());
        if (response.statusCode() >= REFUSED) {
            throw error(response.statusCode(), response.uri(), response.body());
        }
        return json(response.body());
    }

    private static Json json(String text) {
        return JsonRead.of(text) instanceof JsonRead.Value(var json) ? json : Trees.EMPTY;
    }

    /// What is no Status of Kubernetes comes from a server that does not know the path at all.
    private static ApiError error(int code, URI uri, String body) {
        var status = json(body);
        var message =
                Trees.or(
                        Trees.text(status, "message"),
                        "%s does not serve %s (%d: %s)"
                                .formatted(uri.getAuthority(), uri.getPath(), code, body.strip()));
        return new ApiError(code, Trees.or(Trees.text(status, "reason"), "Unknown"), message);
    }

    /// An answer that grows for as long as the server likes.
    public InputStream stream(String method, String path)
            throws ApiError, IOException, InterruptedException {
        return stream(method, path, "*/*");
    }

    /// The same in a form that the client likes.
    public InputStream stream(String method, String path, String accept)
            throws ApiError, IOException, InterruptedException {
        var request =
                request(path)
                        .header("Accept", accept)
                        .method(method, BodyPublishers.noBody())
                        .build();
        var response = client.send(request, BodyHandlers.ofInputStream());
        if (response.statusCode() >= REFUSED) {
            try (var body = response.body()) {
                throw error(
                        response.statusCode(),
                        response.uri(),
                        new String(body.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return response.body();
    }

    /// Opens a connection for a command in a container.
    CompletableFuture<WebSocket> open(String path, WebSocket.Listener listener) {
        var target = at(path).toString().replaceFirst("^http", "ws");
        var builder =
                client.newWebSocketBuilder()
                        .connectTimeout(CONNECT)
                        .subprotocols("v5.channel.k8s.io", "v4.channel.k8s.io");
        config.token().ifPresent(it -> builder.header("Authorization", "Bearer " + it));
        return builder.buildAsync(URI.create(target), listener);
    }

    /// A server may live below a path of its own.
    private URI at(String path) {
        return URI.create(config.server().toString().replaceFirst("/$", "") + path);
    }

    private java.net.http.HttpRequest.Builder request(String path) {
        var request =
                java.net.http.HttpRequest.newBuilder(at(path)).header("User-Agent", "bookend");
        config.token().ifPresent(it -> request.header("Authorization", "Bearer " + it));
        return request;
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
