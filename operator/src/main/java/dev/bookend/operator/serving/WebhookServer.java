package dev.bookend.operator.serving;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;

import dev.bookend.certificates.ExchangeableKey;
import dev.bookend.operator.admission.Admission;
import dev.bookend.operator.kube.ApiClient;
import dev.bookend.operator.process.Metrics;
import dev.bookend.operator.process.Surroundings;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/// The operator's two doors: HTTPS for the API server, and plain HTTP for probes and metrics.
public final class WebhookServer implements AutoCloseable {
    private static final int BACKLOG = 256;
    private static final String PLAIN = "text/plain";
    private final HttpsServer secure;
    private final HttpServer plain;

    /// Where to listen; port 0 is any free one.
    public record Doors(InetSocketAddress webhook, InetSocketAddress health) {}

    /// What probes are told: each says what is wrong, if anything is.
    public record Health(Supplier<Optional<String>> alive, Supplier<Optional<String>> ready) {
        public static Health good() {
            return new Health(Optional::empty, Optional::empty);
        }
    }

    private WebhookServer(HttpsServer secure, HttpServer plain) {
        this.secure = secure;
        this.plain = plain;
    }

    public static WebhookServer open(
            Doors doors,
            Admission admission,
            ExchangeableKey key,
            Surroundings around,
            Health health)
            throws IOException {
        var secure = HttpsServer.create(doors.webhook(), BACKLOG);
        var plain = HttpServer.create(doors.health(), BACKLOG);
        var server = new WebhookServer(secure, plain);
        secure.setHttpsConfigurator(new HttpsConfigurator(key.context()));
        server.reviews(admission, around);
        server.probes(health, around.metrics());
        secure.start();
        plain.start();
        return server;
    }

    private void reviews(Admission admission, Surroundings around) {
        var reviews = new Reviews(around.metrics(), around.log());
        var mutating = new Reviews.Judge(admission::mutate, true);
        var validating = new Reviews.Judge(admission::validate, false);
        secure.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        secure.createContext("/mutate", it -> review(it, reviews, mutating, around.metrics()));
        secure.createContext("/validate", it -> review(it, reviews, validating, around.metrics()));
    }

    private void probes(Health health, Metrics metrics) {
        plain.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        plain.createContext("/healthz", it -> probe(it, health.alive().get()));
        plain.createContext("/livez", it -> probe(it, health.alive().get()));
        plain.createContext("/readyz", it -> probe(it, health.ready().get()));
        plain.createContext(
                "/metrics", it -> answer(it, 200, PLAIN + "; version=0.0.4", metrics.text()));
    }

    public int webhookPort() {
        return secure.getAddress().getPort();
    }

    public int healthPort() {
        return plain.getAddress().getPort();
    }

    /// Lets answers that are under way be finished.
    @Override
    public void close() {
        secure.stop(1);
        plain.stop(0);
    }

    private static void review(
            HttpExchange exchange, Reviews reviews, Reviews.Judge judge, Metrics metrics)
            throws IOException {
        var begun = System.nanoTime();
        try {
            var answer = reviews.answer(exchange, judge);
            var type = answer.status() == 200 ? ApiClient.JSON : PLAIN;
            answer(exchange, answer.status(), type, answer.text());
            metrics.answered(judge.mutation(), Duration.ofNanos(System.nanoTime() - begun));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            exchange.close();
        }
    }

    private static void probe(HttpExchange exchange, Optional<String> trouble) throws IOException {
        answer(exchange, trouble.isEmpty() ? 200 : 503, PLAIN, trouble.orElse("ok") + "\n");
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
