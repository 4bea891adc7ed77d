package dev.bookend.operator;

import dev.bookend.certificates.ExchangeableKey;
import dev.bookend.certificates.Trust;
import dev.bookend.manifest.json.Json;
import dev.bookend.operator.admission.Admission;
import dev.bookend.operator.admission.Mutation;
import dev.bookend.operator.admission.PodNaming;
import dev.bookend.operator.kube.ApiAddress;
import dev.bookend.operator.kube.ApiClient;
import dev.bookend.operator.process.Log;
import dev.bookend.operator.process.Metrics;
import dev.bookend.operator.process.Surroundings;
import dev.bookend.operator.serving.ServingKeys;
import dev.bookend.operator.serving.WebhookServer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/// Does once what an operator does all day, so that its image can hold a cache of all that.
public final class Rehearsal {
    private static final String HOST = "localhost";
    private static final int TIMES = 20;
    private static final int MOST_TRIES = 20;

    private Rehearsal() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        var keys = ServingKeys.create(List.of(HOST), Instant.now());
        var key = new ExchangeableKey();
        key.use(keys.serving());
        var here = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        var mutation = new Mutation(new PodNaming(new SplittableRandom(1)), (_, _) -> false);
        var log = new Log(System.out, InstantSource.system());
        var around = new Surroundings(InstantSource.system(), new Metrics(), log);
        try (var server =
                WebhookServer.open(
                        new WebhookServer.Doors(here, here),
                        new Admission(mutation),
                        key,
                        around,
                        WebhookServer.Health.good())) {
            var address =
                    new ApiAddress(
                            URI.create("https://" + HOST + ":" + server.webhookPort()),
                            Optional.empty(),
                            Optional.of(Trust.in(keys.bundle())));
            ask(new ApiClient(address));
        }
    }

    private static void ask(ApiClient client) throws IOException, InterruptedException {
        for (var i = 0; i < TIMES; i++) {
            patiently(client, "/mutate");
            patiently(client, "/validate");
        }
    }

    /// On a busy machine the first handshake of a cold Java can take longer than a client waits.
    private static void patiently(ApiClient client, String path)
            throws IOException, InterruptedException {
        for (var left = MOST_TRIES; ; left--) {
            try {
                client.create(path, review());
                return;
            } catch (HttpTimeoutException late) {
                if (left == 0) {
                    throw late;
                }
            }
        }
    }

    private static Json review() {
        return ApiClient.read(
                """
                {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request":
                 {"uid": "1", "namespace": "default", "object": {"apiVersion": "v1", "kind": "Pod",
                  "metadata": {"name": "a", "annotations":
                   {"apps.kruise.io/container-launch-priority": "Ordered"}},
                  "spec": {"containers": [{"name": "a", "image": "a"}, {"name": "b"}]}}}}
                """);
    }
}
