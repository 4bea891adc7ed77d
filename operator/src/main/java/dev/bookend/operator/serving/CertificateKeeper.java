package dev.bookend.operator.serving;

import dev.bookend.certificates.ExchangeableKey;
import dev.bookend.manifest.json.Json;
import dev.bookend.operator.kube.ApiAnswer;
import dev.bookend.operator.kube.ApiClient;
import dev.bookend.operator.kube.JsonPatch;
import dev.bookend.operator.process.Pause;
import dev.bookend.operator.process.Surroundings;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// Keeps the webhook's certificate fresh. All operators serve it; the leader renews it.
public final class CertificateKeeper {
    private static final Duration TURN = Duration.ofSeconds(20);
    private static final Duration UNTIL_FIRST = Duration.ofSeconds(1);
    private static final String CONFIGURATION_KINDS = "/apis/admissionregistration.k8s.io/v1/";
    private static final List<String> CONFIGURATIONS =
            List.of("mutatingwebhookconfigurations", "validatingwebhookconfigurations");
    private final ApiClient api;
    private final Names names;
    private final ExchangeableKey key;
    private final BooleanSupplier leads;
    private final Surroundings around;

    /// @param configuration the name of both webhook configurations
    /// @param given whether somebody else makes the certificate
    public record Names(
            String namespace, String secret, String service, String configuration, boolean given) {
        List<String> hosts() {
            var host = service + "." + namespace + ".svc";
            return List.of(host, host + ".cluster.local");
        }

        String secretPath() {
            return "/api/v1/namespaces/%s/secrets/%s".formatted(namespace, secret);
        }
    }

    public CertificateKeeper(
            ApiClient api,
            Names names,
            ExchangeableKey key,
            BooleanSupplier leads,
            Surroundings around) {
        this.api = api;
        this.names = names;
        this.key = key;
        this.leads = leads;
        this.around = around;
    }

    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                try {
                    turn();
                } catch (IOException | GeneralSecurityException failed) {
                    around.log().warn("certificate: " + failed.getMessage());
                }
                var pause = key.current().isPresent() ? TURN : UNTIL_FIRST;
                new Pause(pause, pause).await(around.clock());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    void turn() throws IOException, InterruptedException, GeneralSecurityException {
        var answer = api.get(names.secretPath());
        if (!answer.isSuccess() && !answer.isNotFound()) {
            throw new IOException("Secret %s: %s".formatted(names.secret(), answer.says()));
        }
        var data = answer.body().field("data").filter(_ -> answer.isSuccess());
        if (names.given()) {
            serve(data);
        } else if (leads.getAsBoolean()) {
            keep(answer, data);
        } else {
            serve(data);
        }
    }

    private void serve(Optional<Json> data) throws GeneralSecurityException {
        if (data.isPresent()) {
            var identity = ServingKeys.serving(data.get());
            if (!Optional.of(identity).equals(key.current())) {
                key.use(identity);
                around.log().info("serving the " + identity);
            }
        }
    }

    /// The bundle of the last turn is announced before this turn may serve something newer.
    private void keep(ApiAnswer present, Optional<Json> data)
            throws IOException, InterruptedException, GeneralSecurityException {
        var before = data.flatMap(ServingKeys::of);
        if (before.isPresent()) {
            announce(before.get());
        }
        var now = around.clock().instant();
        var after =
                before.isPresent()
                        ? before.get().renewed(names.hosts(), now)
                        : anew(ServingKeys.create(names.hosts(), now));
        if (!Optional.of(after).equals(before)) {
            write(present, after);
            announce(after);
        }
        serve(Optional.of(after.secretData()));
    }

    /// After a loss of the Secret all go on with what they serve until the new authority is known.
    private ServingKeys anew(ServingKeys keys) throws IOException, InterruptedException {
        var former = announced(CONFIGURATION_KINDS + CONFIGURATIONS.getFirst());
        return key.current().isPresent() && former.isPresent()
                ? new ServingKeys(keys.authority(), former, key.current().get())
                : keys;
    }

    private Optional<String> announced(String kind) throws IOException, InterruptedException {
        var webhooks =
                api.get(kind + "/" + names.configuration())
                        .body()
                        .field("webhooks")
                        .map(Json::elements)
                        .orElse(List.of());
        return webhooks.stream()
                .flatMap(it -> it.at("clientConfig", "caBundle").stream())
                .flatMap(it -> it.text().stream())
                .map(it -> new String(Base64.getDecoder().decode(it), StandardCharsets.UTF_8))
                .findFirst();
    }

    private void write(ApiAnswer present, ServingKeys keys)
            throws IOException, InterruptedException {
        var version = present.body().at("metadata", "resourceVersion").flatMap(Json::text);
        var meta =
                Json.object()
                        .put("name", names.secret())
                        .put("resourceVersion", version.filter(_ -> present.isSuccess()))
                        .put(
                                "labels",
                                Json.object().put("app.kubernetes.io/name", "bookend").done());
        var secret =
                Json.object()
                        .put("apiVersion", "v1")
                        .put("kind", "Secret")
                        .put("metadata", meta.done())
                        .put("type", "Opaque")
                        .put("data", keys.secretData())
                        .done();
        var answer =
                present.isSuccess()
                        ? api.replace(names.secretPath(), secret)
                        : api.create(
                                "/api/v1/namespaces/%s/secrets".formatted(names.namespace()),
                                secret);
        if (!answer.isSuccess()) {
            throw new IOException("Secret %s: %s".formatted(names.secret(), answer.says()));
        }
    }

    private void announce(ServingKeys keys) throws IOException, InterruptedException {
        var bundle =
                Base64.getEncoder().encodeToString(keys.bundle().getBytes(StandardCharsets.UTF_8));
        for (var kind : CONFIGURATIONS) {
            announce(CONFIGURATION_KINDS + kind, bundle);
        }
    }

    private void announce(String kind, String bundle) throws IOException, InterruptedException {
        var path = kind + "/" + names.configuration();
        var answer = api.get(path);
        if (!answer.isSuccess()) {
            throw new IOException("%s: %s".formatted(path, answer.says()));
        }
        var webhooks = answer.body().field("webhooks").map(Json::elements).orElse(List.of());
        var patch = new JsonPatch();
        for (var i = 0; i < webhooks.size(); i++) {
            var present = webhooks.get(i).at("clientConfig", "caBundle").flatMap(Json::text);
            if (!present.equals(Optional.of(bundle))) {
                patch.add("/webhooks/" + i + "/clientConfig/caBundle", Json.of(bundle));
            }
        }
        if (!patch.isEmpty()) {
            var written = api.patch(path, ApiClient.JSON_PATCH, patch.json());
            if (!written.isSuccess()) {
                throw new IOException("%s: %s".formatted(path, written.says()));
            }
        }
    }
}
