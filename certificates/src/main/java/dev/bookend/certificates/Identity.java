package dev.bookend.certificates;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;

/// A certificate with the key that belongs to it.
public record Identity(X509Certificate certificate, PrivateKey key) {
    private static final Base64.Encoder LINES =
            Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));

    /// Reads both from PEM; the key must be an EC key in PKCS#8.
    public static Identity ofPem(String certificate, String key) throws GeneralSecurityException {
        var spec = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(body(key)));
        return new Identity(
                certificate(certificate), KeyFactory.getInstance("EC").generatePrivate(spec));
    }

    public static X509Certificate certificate(String pem) throws GeneralSecurityException {
        var bytes = pem.getBytes(StandardCharsets.US_ASCII);
        return (X509Certificate)
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(bytes));
    }

    private static String body(String pem) {
        return pem.lines()
                .filter(line -> !line.startsWith("-----"))
                .reduce("", (text, line) -> text + line);
    }

    public String certificatePem() {
        return pem("CERTIFICATE", encoded(certificate));
    }

    public String keyPem() {
        return pem("PRIVATE KEY", key.getEncoded());
    }

    public Validity validity() {
        return Validity.of(certificate);
    }

    /// Says nothing of the key.
    @Override
    public String toString() {
        return "certificate of " + certificate.getSubjectX500Principal();
    }

    private static byte[] encoded(X509Certificate certificate) {
        try {
            return certificate.getEncoded();
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException("a certificate cannot be written", broken);
        }
    }

    private static String pem(String kind, byte[] bytes) {
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
                .formatted(kind, LINES.encodeToString(bytes), kind);
    }
}
