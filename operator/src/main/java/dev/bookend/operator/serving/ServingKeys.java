package dev.bookend.operator.serving;

import dev.bookend.certificates.Authority;
import dev.bookend.certificates.Identity;
import dev.bookend.certificates.Subject;
import dev.bookend.certificates.Validity;
import dev.bookend.manifest.json.Json;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// The webhook's certificate, the authority behind it, and the one before that.
///
/// A new authority is announced to the API server before anything it signed is served, and the old
/// one stays announced until it ends: so no admission meets a certificate it cannot trust.
public record ServingKeys(Authority authority, Optional<String> formerAuthority, Identity serving) {
    static final Duration AUTHORITY_LIFE = Duration.ofDays(365);
    static final Duration SERVING_LIFE = Duration.ofDays(90);

    public static ServingKeys create(List<String> names, Instant now) {
        var authority = newAuthority(now);
        return new ServingKeys(authority, Optional.empty(), issue(authority, names, now));
    }

    private static Authority newAuthority(Instant now) {
        return Authority.create("bookend-webhook-ca", Validity.beginning(now, AUTHORITY_LIFE));
    }

    private static Identity issue(Authority authority, List<String> names, Instant now) {
        return authority.issue(
                Subject.server(names.getFirst(), names), Validity.beginning(now, SERVING_LIFE));
    }

    /// The next state, one step at a time; the same when nothing is due.
    ServingKeys renewed(List<String> names, Instant now) {
        if (!isSignedBy(authority)) {
            return new ServingKeys(authority, formerAuthority, issue(authority, names, now));
        }
        if (!now.isBefore(authority.identity().validity().renewal())) {
            return new ServingKeys(
                    newAuthority(now), Optional.of(authority.identity().certificatePem()), serving);
        }
        if (!now.isBefore(serving.validity().renewal()) || !isFor(names)) {
            return new ServingKeys(authority, formerAuthority, issue(authority, names, now));
        }
        return this;
    }

    private boolean isSignedBy(Authority signer) {
        try {
            serving.certificate().verify(signer.identity().certificate().getPublicKey());
            return true;
        } catch (GeneralSecurityException _) {
            return false;
        }
    }

    private boolean isFor(List<String> names) {
        try {
            var stated = serving.certificate().getSubjectAlternativeNames();
            return stated != null
                    && stated.stream()
                            .map(it -> String.valueOf(it.get(1)))
                            .toList()
                            .containsAll(names);
        } catch (GeneralSecurityException _) {
            return false;
        }
    }

    /// What the API server must trust.
    public String bundle() {
        return authority.identity().certificatePem() + formerAuthority.orElse("");
    }

    Json secretData() {
        var data =
                Json.object()
                        .put("ca.crt", encoded(authority.identity().certificatePem()))
                        .put("ca.key", encoded(authority.identity().keyPem()))
                        .put("tls.crt", encoded(serving.certificatePem()))
                        .put("tls.key", encoded(serving.keyPem()));
        formerAuthority.ifPresent(it -> data.put("former-ca.crt", encoded(it)));
        return data.done();
    }

    /// Empty if the data is not ours, or not whole.
    static Optional<ServingKeys> of(Json data) {
        try {
            var authority = Identity.ofPem(text(data, "ca.crt"), text(data, "ca.key"));
            var former = data.text("former-ca.crt").map(ServingKeys::decoded);
            return Optional.of(new ServingKeys(new Authority(authority), former, serving(data)));
        } catch (GeneralSecurityException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    static Identity serving(Json data) throws GeneralSecurityException {
        return Identity.ofPem(text(data, "tls.crt"), text(data, "tls.key"));
    }

    private static String text(Json data, String key) {
        return data.text(key).map(ServingKeys::decoded).orElse("");
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String decoded(String base64) {
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    }
}
