package dev.bookend.api.client;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/// Reads private keys in all the forms that kubeconfigs hold: PKCS#8, and the older ones of RSA and
/// elliptic curves, which are put into a PKCS#8 envelope.
final class ClientKey {
    private static final Pattern PEM =
            Pattern.compile("-----BEGIN ([A-Z ]*)PRIVATE KEY-----([^-]+)-----END");
    private static final int SEQUENCE = 0x30;
    private static final int OCTETS = 0x04;
    private static final byte[] VERSION = {0x02, 0x01, 0x00};
    private static final byte[] RSA = hex("06092a864886f70d0101010500");
    private static final byte[] EC = hex("06072a8648ce3d0201");
    private static final List<byte[]> CURVES =
            List.of(hex("06082a8648ce3d030107"), hex("06052b81040022"), hex("06052b81040023"));

    private ClientKey() {}

    static PrivateKey of(String pem) throws GeneralSecurityException {
        var match = PEM.matcher(pem);
        if (!match.find()) {
            throw new InvalidKeySpecException("there is no private key in PEM form");
        }
        var key = Base64.getMimeDecoder().decode(match.group(2));
        return switch (match.group(1)) {
            case "" -> plain(key);
            case "RSA " -> key("RSA", envelope(RSA, key));
            case "EC " -> key("EC", envelope(joined(EC, curve(key)), key));
            default ->
                    throw new InvalidKeySpecException(
                            "a %sPRIVATE KEY cannot be read; give one without a password"
                                    .formatted(match.group(1)));
        };
    }

    private static PrivateKey plain(byte[] key) throws GeneralSecurityException {
        for (var algorithm : List.of("EC", "RSA")) {
            try {
                return key(algorithm, key);
            } catch (InvalidKeySpecException _) {
                // Then it is of another kind.
            }
        }
        return key("Ed25519", key);
    }

    private static PrivateKey key(String algorithm, byte[] pkcs8) throws GeneralSecurityException {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
    }

    /// The curve is named inside the key.
    private static byte[] curve(byte[] key) throws InvalidKeySpecException {
        var text = HexFormat.of().formatHex(key);
        for (var curve : CURVES) {
            if (text.contains(HexFormat.of().formatHex(curve))) {
                return curve;
            }
        }
        throw new InvalidKeySpecException("the key's curve is none of P-256, P-384 and P-521");
    }

    private static byte[] envelope(byte[] algorithm, byte[] key) {
        var inner = joined(VERSION, joined(tagged(SEQUENCE, algorithm), tagged(OCTETS, key)));
        return tagged(SEQUENCE, inner);
    }

    private static byte[] tagged(int tag, byte[] content) {
        var out = new ByteArrayOutputStream();
        out.write(tag);
        if (content.length < 0x80) {
            out.write(content.length);
        } else {
            out.write(0x82);
            out.write(content.length >> 8);
            out.write(content.length);
        }
        out.writeBytes(content);
        return out.toByteArray();
    }

    private static byte[] joined(byte[] one, byte[] other) {
        var out = new ByteArrayOutputStream();
        out.writeBytes(one);
        out.writeBytes(other);
        return out.toByteArray();
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text);
    }
}
