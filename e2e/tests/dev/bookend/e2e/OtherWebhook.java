package dev.bookend.e2e;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;

import dev.bookend.certificates.Authority;
import dev.bookend.certificates.ExchangeableKey;
import dev.bookend.certificates.Subject;
import dev.bookend.certificates.Validity;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.json.JsonRead;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;

/// Somebody else's mutating webhook, which comes after ours.
final class OtherWebhook implements AutoCloseable {
    private static final String NAME = "zzz-other";
    private final Cluster cluster;
    private final HttpsServer server;
    private final String patch;

    /// @param patch what it does to each new pod of this namespace
    OtherWebhook(Space space, String patch) {
        try {
            this.cluster = space.cluster();
            this.patch = patch;
            var here = InetAddress.getLoopbackAddress();
            var valid = Validity.beginning(Instant.now(), Duration.ofDays(1));
            var authority = Authority.create("other", valid);
            var key = new ExchangeableKey();
            key.use(
                    authority.issue(
                            new Subject("other", Subject.Usage.SERVER, List.of(), List.of(here)),
                            valid));
            this.server = HttpsServer.create(new InetSocketAddress(here, 0), 0);
            server.setHttpsConfigurator(new HttpsConfigurator(key.context()));
            server.createContext("/", this::answer);
            server.start();
            cluster.apply("apply", configuration(space, authority)).must();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private String configuration(Space space, Authority authority) {
        return """
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingWebhookConfiguration
        metadata: {name: %s}
        webhooks:
        - name: other.example.com
          admissionReviewVersions: [v1]
          sideEffects: None
          failurePolicy: Fail
          timeoutSeconds: 10
          clientConfig: {url: "https://127.0.0.1:%d/", caBundle: %s}
          namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: %s}}
          rules:
          - {apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}
        """
                .formatted(
                        NAME,
                        server.getAddress().getPort(),
                        encoded(authority.identity().certificatePem()),
                        space.name());
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            var review =
                    JsonRead.of(text) instanceof JsonRead.Value(var json) ? json : new Json.Null();
            var uid = review.at("request", "uid").flatMap(Json::text).orElse("");
            var response = Json.object().put("uid", uid).put("allowed", true);
            response.put("patchType", "JSONPatch").put("patch", encoded(patch));
            var bytes =
                    Json.object()
                            .put("apiVersion", "admission.k8s.io/v1")
                            .put("kind", "AdmissionReview")
                            .put("response", response.done())
                            .done()
                            .line()
                            .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        cluster.kubectl("delete", "mutatingwebhookconfiguration", NAME).must();
        server.stop(0);
    }
}
