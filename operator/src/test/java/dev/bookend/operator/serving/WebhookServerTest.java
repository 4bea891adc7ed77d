package dev.bookend.operator.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.bookend.certificates.ExchangeableKey;
import dev.bookend.certificates.Trust;
import dev.bookend.manifest.json.Json;
import dev.bookend.operator.admission.Admission;
import dev.bookend.operator.admission.Mutation;
import dev.bookend.operator.admission.PodNaming;
import dev.bookend.operator.kube.ApiAddress;
import dev.bookend.operator.kube.ApiClient;
import dev.bookend.operator.kube.FakeStore;
import dev.bookend.operator.process.Metrics;
import dev.bookend.operator.process.Quiet;
import dev.bookend.operator.process.Surroundings;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

class WebhookServerTest {
    private static final List<String> NAMES = List.of("localhost");
    private static final Json REVIEW =
            ApiClient.read(
                    """
                    {"request": {"uid": "u", "namespace": "shop", "object": {"kind": "Pod",
                     "metadata": {"name": "web", "labels":
                      {"apps.kruise.io/container-launch-priority": "Ordered"}},
                     "spec": {"containers": [{"name": "a"}, {"name": "b"}]}}}}
                    """);
    private final Instant now = Instant.now();
    private final ExchangeableKey key = new ExchangeableKey();
    private final Metrics metrics = new Metrics();
    private ServingKeys keys = ServingKeys.create(NAMES, now);
    private volatile Optional<String> trouble = Optional.empty();
    private WebhookServer server;

    @BeforeEach
    void open() throws IOException {
        key.use(keys.serving());
        var here = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        var naming = new PodNaming(new SplittableRandom(1));
        server =
                WebhookServer.open(
                        new WebhookServer.Doors(here, here),
                        new Admission(new Mutation(naming, (_, _) -> false)),
                        key,
                        new Surroundings(
                                InstantSource.system(), metrics, Quiet.log(InstantSource.system())),
                        new WebhookServer.Health(() -> trouble, Optional::empty));
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void answersReviews() throws Exception {
        var answer = client(keys.bundle()).create("/mutate", REVIEW);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body().at("response", "patchType")).contains(Json.of("JSONPatch"));
        // The time is known only after the answer, which may be read before that.
        await().until(
                        () ->
                                metrics.text()
                                        .contains(
                                                "bookend_webhook_seconds_count{path=\"mutate\"}"
                                                        + " 1"));
    }

    @Test
    void saysWhatIsWrongWithARequest() throws Exception {
        var answer = client(keys.bundle()).create("/validate", Json.of("x"));
        assertThat(answer.status()).isEqualTo(200);
        var plain = new ApiClient(address("http", server.healthPort(), Optional.empty()));
        assertThat(plain.get("/readyz").status()).isEqualTo(200);
        assertThat(plain.get("/metrics").status()).isEqualTo(200);
    }

    /// Shows SAFE-5.
    @Test
    void aThreadThatHasEndedTakesTheHealthAlong() throws Exception {
        var plain = new ApiClient(address("http", server.healthPort(), Optional.empty()));
        assertThat(plain.get("/livez").status()).isEqualTo(200);
        trouble = Optional.of("thread pods has ended: because");
        for (var path : List.of("/livez", "/healthz")) {
            assertThat(plain.get(path).status()).isEqualTo(503);
            assertThat(plain.get(path).says()).contains("thread pods has ended");
        }
    }

    /// Many small values take the most memory for a letter. Shows SAFE-5.
    @Test
    void aReviewThatIsTooLargeIsRefusedInWords() throws Exception {
        var large = new Json.Arr(Collections.nCopies(60_000, Json.object().done()));
        var review =
                FakeStore.merged(
                        REVIEW,
                        ApiClient.read(
                                "{\"request\": {\"object\": {\"spec\": {\"x\": %s}}}}"
                                        .formatted(large.line())));
        var refused = client(keys.bundle()).create("/validate", review);
        assertThat(refused.body().at("response", "uid")).contains(Json.of("u"));
        assertThat(refused.body().line())
                .contains("\"allowed\":false", "larger than Bookend reads");
        var unchanged = client(keys.bundle()).create("/mutate", review);
        assertThat(unchanged.body().line()).contains("\"allowed\":true").doesNotContain("patch");
    }

    /// A client that trusts what is announced at each step never meets a stranger.
    @Test
    void noAdmissionFailsWhileTheAuthorityIsExchanged() throws Exception {
        var due = now.plus(Duration.ofDays(250));
        for (var step = 0; step < 3; step++) {
            var next = keys.renewed(NAMES, step == 0 ? due : now);
            var announced = client(next.bundle());
            assertThat(announced.create("/validate", REVIEW).status()).isEqualTo(200);
            key.use(next.serving());
            assertThat(announced.create("/validate", REVIEW).status()).isEqualTo(200);
            assertThat(client(next.bundle()).create("/mutate", REVIEW).status()).isEqualTo(200);
            keys = next;
        }
        assertThat(keys.formerAuthority()).isPresent();
    }

    private ApiClient client(String bundle) throws IOException {
        var trust = Optional.of(Trust.in(bundle));
        return new ApiClient(address("https", server.webhookPort(), trust));
    }

    private static ApiAddress address(
            String scheme, int port, Optional<javax.net.ssl.SSLContext> trust) {
        var server = URI.create("%s://localhost:%d".formatted(scheme, port));
        return new ApiAddress(server, Optional.empty(), trust);
    }
}
