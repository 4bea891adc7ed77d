package dev.bookend.operator;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;

import dev.bookend.certificates.ExchangeableKey;
import dev.bookend.manifest.Json;
import dev.bookend.manifest.JsonRead;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/// The operator's two doors: HTTPS for the API server, and plain HTTP for probes and metrics.
final class WebhookServer implements AutoCloseable {
    /// The API server itself takes no object of more than 3 MiB, and asks with two of them.
    private static final int MOST_BYTES = 8 * 1024 * 1024;

    private static final int BACKLOG = 256;
    private final HttpsServer secure;
    private final HttpServer plain;

    /// Where to listen; port 0 is any free one.
    record Doors(InetSocketAddress webhook, InetSocketAddress health) {}

    private WebhookServer(HttpsServer secure, HttpServer plain) {
        this.secure = secure;
        this.plain = plain;
    }

    static WebhookServer open(
            Doors doors,
            Admission admission,
            ExchangeableKey key,
            Metrics metrics,
            BooleanSupplier ready)
            throws IOException {
        var secure = HttpsServer.create(doors.webhook(), BACKLOG);
        secure.setHttpsConfigurator(new HttpsConfigurator(key.context()));
        secure.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        secure.createContext("/mutate", it -> review(it, admission::mutate, true, metrics));
        secure.createContext("/validate", it -> review(it, admission::validate, false, metrics));
        var plain = HttpServer.create(doors.health(), BACKLOG);
        plain.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        plain.createContext("/healthz", it -> answer(it, 200, "text/plain", "ok\n"));
        plain.createContext(
                "/readyz",
                it ->
                        answer(
                                it,
                                ready.getAsBoolean() ? 200 : 503,
                                "text/plain",
                                ready.getAsBoolean() ? "ok\n" : "not ready\n"));
        plain.createContext(
                "/metrics", it -> answer(it, 200, "text/plain; version=0.0.4", metrics.text()));
        secure.start();
        plain.start();
        return new WebhookServer(secure, plain);
    }

    int webhookPort() {
        return secure.getAddress().getPort();
    }

    int healthPort() {
        return plain.getAddress().getPort();
    }

    /// Lets answers that are under way be finished.
    @Override
    public void close() {
        secure.stop(1);
        plain.stop(0);
    }

    private static void review(
            HttpExchange exchange, UnaryOperator<Json> judge, boolean mutation, Metrics metrics)
            throws IOException {
        var begun = System.nanoTime();
        var bytes = exchange.getRequestBody().readNBytes(MOST_BYTES + 1);
        if (bytes.length > MOST_BYTES) {
            answer(exchange, 413, "text/plain", "more than 8 MiB\n");
            return;
        }
        switch (JsonRead.of(new String(bytes, StandardCharsets.UTF_8))) {
            case JsonRead.Value(var json) -> answered(exchange, json, judge);
            case JsonRead.Broken(_, var says) ->
                    answer(exchange, 400, "text/plain", "no AdmissionReview: " + says + "\n");
        }
        metrics.answered(mutation, Duration.ofNanos(System.nanoTime() - begun));
    }

    private static void answered(HttpExchange exchange, Json review, UnaryOperator<Json> judge)
            throws IOException {
        answer(exchange, 200, "application/json", judge.apply(review).line());
    }

    private static void answer(HttpExchange exchange, int status, String type, String text)
            throws IOException {
        try (exchange) {
            var bytes = text.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }
}
