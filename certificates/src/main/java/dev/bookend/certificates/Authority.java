package dev.bookend.certificates;

import static dev.bookend.certificates.Der.bits;
import static dev.bookend.certificates.Der.id;
import static dev.bookend.certificates.Der.integer;
import static dev.bookend.certificates.Der.joined;
import static dev.bookend.certificates.Der.octets;
import static dev.bookend.certificates.Der.sequence;
import static dev.bookend.certificates.Der.set;
import static dev.bookend.certificates.Der.tagged;
import static dev.bookend.certificates.Der.text;
import static dev.bookend.certificates.Der.time;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;

/// Signs certificates with a key of its own: P-256 keys, SHA-256 signatures.
public record Authority(Identity identity) {
    private static final byte[] ALGORITHM = sequence(id("1.2.840.10045.4.3.2"));
    private static final int SERIAL_BITS = 120;

    /// Makes a new authority, which vouches for itself.
    public static Authority create(String commonName, Validity validity) {
        try {
            var keys = newKeys();
            var name = name(commonName);
            var body = body(name, name, keys.getPublic(), validity, authorityExtensions());
            return new Authority(new Identity(signed(body, keys.getPrivate()), keys.getPrivate()));
        } catch (GeneralSecurityException broken) {
            throw unsupported(broken);
        }
    }

    /// Makes a key and vouches for it.
    public Identity issue(Subject subject, Validity validity) {
        try {
            var keys = newKeys();
            var issuer = identity.certificate().getSubjectX500Principal().getEncoded();
            var name = name(subject.commonName());
            var body = body(issuer, name, keys.getPublic(), validity, extensions(subject));
            return new Identity(signed(body, identity.key()), keys.getPrivate());
        } catch (GeneralSecurityException broken) {
            throw unsupported(broken);
        }
    }

    private static KeyPair newKeys() throws GeneralSecurityException {
        var generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    private static byte[] body(
            byte[] issuer, byte[] subject, PublicKey key, Validity validity, byte[] extensions) {
        return sequence(
                tagged(0xA0, integer(BigInteger.TWO)),
                integer(new BigInteger(SERIAL_BITS, new SecureRandom()).add(BigInteger.ONE)),
                ALGORITHM,
                issuer,
                sequence(time(validity.from()), time(validity.until())),
                subject,
                key.getEncoded(),
                tagged(0xA3, extensions));
    }

    private static X509Certificate signed(byte[] body, PrivateKey key)
            throws GeneralSecurityException {
        var signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(key);
        signature.update(body);
        var whole = sequence(body, ALGORITHM, bits(0, signature.sign()));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(whole));
    }

    private static byte[] name(String commonName) {
        return sequence(set(sequence(id("2.5.4.3"), text(commonName))));
    }

    private static byte[] authorityExtensions() {
        var mayCertify = extension("2.5.29.19", true, sequence(Der.yes()));
        var signsCertificates = extension("2.5.29.15", true, bits(2, (byte) 0x04));
        return sequence(mayCertify, signsCertificates);
    }

    private static byte[] extensions(Subject subject) {
        var all =
                joined(
                        extension("2.5.29.15", true, bits(7, (byte) 0x80)),
                        extension("2.5.29.37", false, sequence(id(subject.usage().id()))));
        var names = alternativeNames(subject);
        return names.length == 0
                ? sequence(all)
                : sequence(all, extension("2.5.29.17", false, sequence(names)));
    }

    private static byte[] alternativeNames(Subject subject) {
        var names = new byte[0];
        for (var name : subject.dnsNames()) {
            names = joined(names, tagged(0x82, name.getBytes(StandardCharsets.US_ASCII)));
        }
        for (var address : subject.addresses()) {
            names = joined(names, tagged(0x87, address.getAddress()));
        }
        return names;
    }

    private static byte[] extension(String id, boolean critical, byte[] value) {
        return critical
                ? sequence(id(id), Der.yes(), octets(value))
                : sequence(id(id), octets(value));
    }

    private static IllegalStateException unsupported(GeneralSecurityException broken) {
        return new IllegalStateException("this Java cannot make P-256 certificates", broken);
    }
}
