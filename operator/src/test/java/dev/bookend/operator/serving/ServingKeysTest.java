package dev.bookend.operator.serving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.operator.kube.ApiClient;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

class ServingKeysTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final List<String> NAMES = List.of("hook.bookend.svc");
    private final ServingKeys keys = ServingKeys.create(NAMES, START);

    @Test
    void nothingIsDueAtFirst() {
        assertThat(keys.renewed(NAMES, START.plus(Duration.ofDays(50)))).isEqualTo(keys);
    }

    @Test
    void theCertificateIsRenewedInTime() {
        var later = keys.renewed(NAMES, START.plus(Duration.ofDays(61)));
        assertThat(later.serving()).isNotEqualTo(keys.serving());
        assertThat(later.bundle()).isEqualTo(keys.bundle());
    }

    @Test
    void aNewNameNeedsANewCertificate() {
        var other = List.of("other.bookend.svc");
        assertThat(keys.renewed(other, START).serving()).isNotEqualTo(keys.serving());
    }

    @Test
    void aNewAuthorityIsAnnouncedBeforeItsCertificateIsServed() {
        var due = START.plus(Duration.ofDays(250));
        var announced = keys.renewed(NAMES, due);
        assertThat(announced.serving()).isEqualTo(keys.serving());
        assertThat(announced.bundle()).endsWith(keys.bundle()).isNotEqualTo(keys.bundle());
        var served = announced.renewed(NAMES, due);
        assertThat(served.serving()).isNotEqualTo(keys.serving());
        assertThat(served.bundle()).isEqualTo(announced.bundle());
        assertThat(served.renewed(NAMES, due)).isEqualTo(served);
    }

    @Test
    void theSecretHoldsItAll() {
        assertThat(ServingKeys.of(keys.secretData())).isEqualTo(Optional.of(keys));
        assertThat(ServingKeys.of(ApiClient.read("{\"tls.crt\": \"!\"}"))).isEmpty();
    }
}
