package dev.bookend.api.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/// Keys in the forms that kubeadm, kind, k3s and openssl write.
class ClientKeyTest {
    /// What comes before the old form in the envelope of an RSA key of 2048 bits.
    private static final int RSA_ENVELOPE = 26;

    private static PrivateKey fresh(String algorithm, int size) throws Exception {
        var generator = KeyPairGenerator.getInstance(algorithm);
        generator.initialize(size);
        return generator.generateKeyPair().getPrivate();
    }

    private static String pem(String kind, byte[] key) {
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
                .formatted(kind, Base64.getMimeEncoder().encodeToString(key), kind);
    }

    @ParameterizedTest
    @CsvSource({"RSA,2048", "EC,256", "EC,384", "Ed25519,255"})
    void aKeyInItsEnvelopeIsRead(String algorithm, int size) throws Exception {
        var key = fresh(algorithm, size);
        assertThat(ClientKey.of(pem("PRIVATE KEY", key.getEncoded())).getEncoded())
                .isEqualTo(key.getEncoded());
    }

    @Test
    void anOldRsaKeyIsRead() throws Exception {
        var key = fresh("RSA", 2048);
        var encoded = key.getEncoded();
        var old = Arrays.copyOfRange(encoded, RSA_ENVELOPE, encoded.length);
        assertThat(ClientKey.of(pem("RSA PRIVATE KEY", old)).getEncoded()).isEqualTo(encoded);
    }

    @Test
    void anOldCurveKeyIsRead() throws Exception {
        var number = ((ECPrivateKey) fresh("EC", 256)).getS();
        var text = "30310201010420%064xa00a06082a8648ce3d030107".formatted(number);
        var read = ClientKey.of(pem("EC PRIVATE KEY", HexFormat.of().parseHex(text)));
        assertThat(((ECPrivateKey) read).getS()).isEqualTo(number);
    }

    @Test
    void whatIsNoKeyIsRefused() {
        for (var text :
                new String[] {
                    "",
                    "x",
                    pem("PRIVATE KEY", new byte[3]),
                    pem("ENCRYPTED PRIVATE KEY", new byte[3])
                }) {
            assertThatThrownBy(() -> ClientKey.of(text))
                    .isInstanceOf(GeneralSecurityException.class);
        }
    }
}
