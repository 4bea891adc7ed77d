package dev.bookend.operator.serving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.certificates.ExchangeableKey;
import dev.bookend.certificates.Identity;
import dev.bookend.manifest.json.Json;
import dev.bookend.operator.kube.ApiClient;
import dev.bookend.operator.kube.FakeApi;
import dev.bookend.operator.process.HandClock;
import dev.bookend.operator.process.Quiet;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

class CertificateKeeperTest {
    private static final String SECRET = "/api/v1/namespaces/bookend/secrets/bookend-webhook";
    private static final String HOOKS = "/apis/admissionregistration.k8s.io/v1/";
    private static final List<String> CONFIGURATIONS =
            List.of(
                    HOOKS + "mutatingwebhookconfigurations/zz-bookend",
                    HOOKS + "validatingwebhookconfigurations/zz-bookend");
    private static final Duration TURN = Duration.ofSeconds(20);
    private final HandClock clock = new HandClock();
    private final ExchangeableKey leaders = new ExchangeableKey();
    private final ExchangeableKey others = new ExchangeableKey();
    private FakeApi api;
    private CertificateKeeper leader;
    private CertificateKeeper other;

    @BeforeEach
    void begin() throws IOException {
        api = new FakeApi();
        CONFIGURATIONS.forEach(it -> api.put(it, configuration()));
        leader = keeper(leaders, true, false);
        other = keeper(others, false, false);
    }

    @AfterEach
    void end() {
        api.close();
    }

    @Test
    void theLeaderMakesACertificateAndAllServeIt() throws Exception {
        other.turn();
        assertThat(others.current()).as("nothing is there to serve").isEmpty();
        turn();
        assertThat(leaders.current()).isPresent().isEqualTo(others.current());
        assertTrusted();
    }

    @Test
    void whenNothingIsDueNothingIsWritten() throws Exception {
        turn();
        var writes = api.writes().size();
        turn();
        turn();
        assertThat(api.writes()).hasSize(writes);
    }

    /// Over two years both are renewed several times; each turn finds everything trusted.
    @Test
    void nothingThatIsNotTrustedIsEverServed() throws Exception {
        turn();
        var first = leaders.current();
        for (var day = 0; day < 730; day += 10) {
            turn();
            assertTrusted();
            turn();
            assertTrusted();
            turn();
            assertTrusted();
            clock.pass(Duration.ofDays(10));
        }
        assertThat(leaders.current()).isNotEqualTo(first);
        assertThat(leaders.current().orElseThrow().validity().until()).isAfter(clock.instant());
    }

    @Test
    void aLostSecretIsReplacedWhileWhatIsServedStaysTrusted() throws Exception {
        turn();
        api.delete(SECRET);
        leader.turn();
        assertTrusted();
        for (var i = 0; i < 4; i++) {
            turn();
            assertTrusted();
        }
        assertThat(api.object(SECRET)).isPresent();
        assertThat(leaders.current()).isEqualTo(others.current());
    }

    @Test
    void anInstallationAnewGetsItsAuthorityBack() throws Exception {
        turn();
        CONFIGURATIONS.forEach(it -> api.put(it, configuration()));
        turn();
        assertTrusted();
    }

    @Test
    void aGivenCertificateIsServedAndNotTouched() throws Exception {
        var keys = ServingKeys.create(List.of("a"), clock.instant());
        api.put(SECRET, Json.object().put("data", keys.secretData()).done());
        var key = new ExchangeableKey();
        keeper(key, true, true).turn();
        assertThat(key.current()).contains(keys.serving());
        assertThat(api.writes()).isEmpty();
    }

    @Test
    void anAnswerThatFailsIsAnError() {
        api.fail("GET " + SECRET, 403);
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> leader.turn()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("bookend-webhook");
        assertThat(api.writes()).isEmpty();
    }

    private CertificateKeeper keeper(ExchangeableKey key, boolean leads, boolean given) {
        var names =
                new CertificateKeeper.Names(
                        "bookend", "bookend-webhook", "bookend-webhook", "zz-bookend", given);
        return new CertificateKeeper(api.client(), names, key, () -> leads, Quiet.around(clock));
    }

    private static Json configuration() {
        return ApiClient.read("{\"webhooks\": [{\"clientConfig\": {\"service\": {}}}]}");
    }

    /// The leader may be ahead of the other by a whole turn.
    private void turn() throws IOException, InterruptedException, GeneralSecurityException {
        leader.turn();
        assertTrusted();
        other.turn();
        clock.pass(TURN);
    }

    private void assertTrusted() {
        leaders.current().ifPresent(this::assertTrusted);
        others.current().ifPresent(this::assertTrusted);
    }

    private void assertTrusted(Identity serving) {
        for (var configuration : CONFIGURATIONS) {
            assertThat(announced(configuration))
                    .as("%s knows who signed the %s", configuration, serving)
                    .anyMatch(it -> isSigned(serving, it));
        }
    }

    private static boolean isSigned(Identity serving, String authority) {
        try {
            serving.certificate().verify(Identity.certificate(authority).getPublicKey());
            return true;
        } catch (GeneralSecurityException _) {
            return false;
        }
    }

    private List<String> announced(String configuration) {
        var bundle =
                api.object(configuration)
                        .flatMap(it -> it.field("webhooks"))
                        .flatMap(it -> it.elements().getFirst().at("clientConfig", "caBundle"))
                        .flatMap(Json::text)
                        .map(
                                it ->
                                        new String(
                                                Base64.getDecoder().decode(it),
                                                StandardCharsets.UTF_8))
                        .orElse("");
        return Pattern.compile("-----BEGIN[^-]*-----[^-]*-----END[^-]*-----\n")
                .matcher(bundle)
                .results()
                .map(it -> it.group())
                .toList();
    }
}
