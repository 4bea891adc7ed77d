package dev.bookend.api.service;

import dev.bookend.api.resource.Trees;
import dev.bookend.certificates.Identity;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.json.JsonRead;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;

import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// A client that finds the server by its kubeconfig.
public final class TestClient {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final URI server;
    private final String token;
    private final SSLContext tls;
    private final HttpClient client;

    /// What came back.
    public record Answer(int code, String text, HttpResponse<String> response) {
        public Json json() {
            return ((JsonRead.Value) JsonRead.of(text)).json();
        }

        public String reason() {
            return Trees.text(json(), "reason");
        }

        public String message() {
            return Trees.text(json(), "message");
        }
    }

    public TestClient(Path kubeconfig) throws Exception {
        var config = ((JsonRead.Value) JsonRead.of(Files.readString(kubeconfig))).json();
        var cluster = Trees.object(Trees.items(config, "clusters").getFirst(), "cluster");
        server = URI.create(Trees.text(cluster, "server"));
        token = Trees.text(Trees.items(config, "users").getFirst(), "user", "token");
        var pem = Base64.getDecoder().decode(Trees.text(cluster, "certificate-authority-data"));
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, new char[0]);
        store.setCertificateEntry(
                "ca", Identity.certificate(new String(pem, StandardCharsets.UTF_8)));
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        tls = SSLContext.getInstance("TLS");
        tls.init(null, trust.getTrustManagers(), null);
        client =
                HttpClient.newBuilder()
                        .sslContext(tls)
                        .version(HttpClient.Version.HTTP_1_1)
                        .build();
    }

    public String token() {
        return token;
    }

    public Answer get(String path) throws Exception {
        return send("GET", path, "", "");
    }

    public Answer post(String path, String body) throws Exception {
        return send("POST", path, "application/json", body);
    }

    public Answer put(String path, Json body) throws Exception {
        return send("PUT", path, "application/json", body.line());
    }

    public Answer patch(String kind, String path, String body) throws Exception {
        return send("PATCH", path, "application/%s+json".formatted(kind), body);
    }

    public Answer delete(String path) throws Exception {
        return send("DELETE", path, "", "");
    }

    public Answer send(String method, String path, String type, String body) throws Exception {
        var request = request(path, "Bearer " + token);
        if (!type.isEmpty()) {
            request.header("Content-Type", type);
        }
        return send(request.method(method, BodyPublishers.ofString(body)).build());
    }

    public Answer send(java.net.http.HttpRequest request) throws Exception {
        var response = client.send(request, BodyHandlers.ofString());
        return new Answer(response.statusCode(), response.body(), response);
    }

    public java.net.http.HttpRequest.Builder request(String path, String authorization) {
        return java.net.http.HttpRequest.newBuilder(server.resolve(path))
                .timeout(LIMIT)
                .header("Authorization", authorization);
    }

    /// An answer that goes on and on.
    public InputStream stream(String path) throws IOException, InterruptedException {
        var request =
                java.net.http.HttpRequest.newBuilder(server.resolve(path))
                        .header("Authorization", "Bearer " + token)
                        .build();
        return client.send(request, BodyHandlers.ofInputStream()).body();
    }

    /// A connection on which the test speaks for itself.
    public Socket raw() throws IOException {
        var socket = tls.getSocketFactory().createSocket(server.getHost(), server.getPort());
        socket.setSoTimeout((int) LIMIT.toMillis());
        return socket;
    }
}
