package dev.bookend.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.certificates.Authority;
import dev.bookend.certificates.Validity;
import dev.bookend.manifest.json.Json;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;

@Tag("cluster")
@ExtendWith(OnCluster.class)
class RotationTest {
    private static final String SECRET = "bookend-webhook";

    /// The old authority is replaced by one that is soon to end, and that by a fresh one.
    @Test
    void certificatesAreRenewedUnderLoadWithoutAFailedAdmission(Space space) throws IOException {
        var pod = new OrderedPod("pod").container("a", "1").container("b", "2").yaml();
        Space.eventually(() -> space.dryRun(pod).must());
        var before = data(space, "tls.crt");
        try (var load = new Load(space, pod)) {
            awaitMore(load);
            var ending = ending();
            exchange(space, ending);
            Space.eventually(
                    () -> {
                        var authority = data(space, "ca.crt");
                        assertThat(authority).isPresent().isNotEqualTo(certificate(ending));
                        assertThat(data(space, "former-ca.crt")).isEqualTo(certificate(ending));
                        assertThat(data(space, "tls.crt")).isPresent().isNotEqualTo(before);
                        assertThat(announced(space)).contains(authority.orElseThrow());
                    });
            awaitMore(load);
            assertThat(load.refused()).isEmpty();
        }
    }

    private static void awaitMore(Load load) {
        var before = load.admitted();
        Space.eventually(
                () ->
                        assertThat(load.admitted())
                                .as(() -> String.valueOf(load.refused().peek()))
                                .isGreaterThan(before + 20));
    }

    /// Valid for some minutes more, and past the time of its renewal.
    private static Authority ending() {
        var now = Instant.now();
        return Authority.create(
                "ending", new Validity(now.minus(Duration.ofHours(2)), now.plusSeconds(1800)));
    }

    private static Optional<String> certificate(Authority authority) {
        return Optional.of(authority.identity().certificatePem());
    }

    private static void exchange(Space space, Authority authority) {
        var data =
                Json.object()
                        .put("ca.crt", encoded(authority.identity().certificatePem()))
                        .put("ca.key", encoded(authority.identity().keyPem()))
                        .put("former-ca.crt", encoded(data(space, "ca.crt").orElseThrow()))
                        .done();
        space.cluster()
                .kubectl(
                        "patch",
                        "secret",
                        SECRET,
                        "-n",
                        "bookend",
                        "-p",
                        Json.object().put("data", data).done().line())
                .must();
    }

    private static Optional<String> data(Space space, String key) {
        return space.cluster()
                .json("get", "secret", SECRET, "-n", "bookend")
                .at("data", key)
                .flatMap(Json::text)
                .map(RotationTest::decoded);
    }

    private static String announced(Space space) {
        return space.cluster()
                .json("get", "mutatingwebhookconfiguration", "zz-bookend")
                .field("webhooks")
                .map(Json::elements)
                .orElseThrow()
                .getFirst()
                .at("clientConfig", "caBundle")
                .flatMap(Json::text)
                .map(RotationTest::decoded)
                .orElse("");
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String decoded(String base64) {
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    }
}
