package dev.bookend.manifest.read;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/// Bytes that do not change and never show themselves in a message: they may be secret.
public final class Blob {
    private final byte[] bytes;

    private Blob(byte[] bytes) {
        this.bytes = bytes;
    }

    public static Blob of(byte[] bytes) {
        return new Blob(bytes.clone());
    }

    public static Blob of(String text) {
        return new Blob(text.getBytes(StandardCharsets.UTF_8));
    }

    /// Bytes that were written in base64, line breaks allowed; empty if they were not.
    static Optional<Blob> ofBase64(String text) {
        try {
            return Optional.of(new Blob(Base64.getDecoder().decode(text.replaceAll("[\r\n]", ""))));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    public byte[] bytes() {
        return bytes.clone();
    }

    /// The text that the bytes are; empty if they are no UTF-8.
    public Optional<String> text() {
        try {
            var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return Optional.of(text.toString());
        } catch (CharacterCodingException _) {
            return Optional.empty();
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Blob that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return bytes.length + " bytes";
    }
}
