package dev.bookend.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Set;

class AuthorityTest {
    private static final Instant NOW = Instant.parse("2049-12-31T23:00:00Z");
    private static final Validity YEAR = Validity.beginning(NOW, Duration.ofDays(365));
    private static final Authority AUTHORITY = Authority.create("bookend", YEAR);

    @Test
    void whatItSignsIsTrusted() {
        var server = AUTHORITY.issue(Subject.server("webhook", List.of("a.b.svc")), YEAR);
        assertThatCode(() -> validate(server, AUTHORITY)).doesNotThrowAnyException();
    }

    @Test
    void whatAnotherSignedIsNot() {
        var other = Authority.create("bookend", YEAR);
        var server = other.issue(Subject.server("webhook", List.of("a.b.svc")), YEAR);
        assertThatThrownBy(() -> validate(server, AUTHORITY))
                .isInstanceOf(GeneralSecurityException.class);
    }

    @Test
    void aServerHasItsNamesAndAddresses() throws Exception {
        var address = InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) 200});
        var subject =
                new Subject("s", Subject.Usage.SERVER, List.of("one", "two"), List.of(address));
        var certificate = AUTHORITY.issue(subject, YEAR).certificate();
        assertThat(certificate.getSubjectAlternativeNames().stream().map(it -> it.get(1)))
                .isEqualTo(List.of("one", "two", "10.0.0.200"));
        assertThat(certificate.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
        assertThat(certificate.getBasicConstraints()).isEqualTo(-1);
    }

    @Test
    void aClientIsNoServer() throws Exception {
        var certificate = AUTHORITY.issue(Subject.client("me"), YEAR).certificate();
        assertThat(certificate.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.2");
        assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=me");
    }

    @Test
    void theAuthorityMayCertify() {
        assertThat(AUTHORITY.identity().certificate().getBasicConstraints()).isNotNegative();
        assertThat(AUTHORITY.identity().certificate().getKeyUsage()[5]).isTrue();
    }

    @Test
    void surviveTheWayThroughPem() throws Exception {
        var server = AUTHORITY.issue(Subject.server("webhook", List.of("a.b.svc")), YEAR);
        var again = Identity.ofPem(server.certificatePem(), server.keyPem());
        assertThat(again).isEqualTo(server);
        assertThat(again.toString()).doesNotContain("PRIVATE");
    }

    @Test
    void itIsTimeForANewOneAfterTwoThirds() {
        var validity = Validity.beginning(NOW, Duration.ofDays(90));
        assertThat(validity.renewal())
                .isBetween(NOW.plus(Duration.ofDays(59)), NOW.plus(Duration.ofDays(60)));
        assertThat(AUTHORITY.identity().validity()).isEqualTo(YEAR);
    }

    private static void validate(Identity server, Authority trusted)
            throws GeneralSecurityException {
        var anchor = new TrustAnchor(trusted.identity().certificate(), null);
        var parameters = new PKIXParameters(Set.of(anchor));
        parameters.setRevocationEnabled(false);
        parameters.setDate(Date.from(NOW));
        var path =
                CertificateFactory.getInstance("X.509")
                        .generateCertPath(List.of(server.certificate()));
        CertPathValidator.getInstance("PKIX").validate(path, parameters);
    }
}
