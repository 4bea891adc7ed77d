package dev.bookend.manifest.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// A place that a manifest's text comes from.
///
/// @param name what findings call it
/// @param open opens it; called once
public record ManifestSource(String name, Opening open) {
    private static final int MEGABYTE = 1024 * 1024;

    /// Opens the bytes of a source.
    @FunctionalInterface
    public interface Opening {
        InputStream open() throws IOException;
    }

    /// What came of reading a source.
    public sealed interface Load {}

    public record Loaded(String text) implements Load {}

    public record Unreadable(Position at, String says, String hint) implements Load {}

    public static ManifestSource of(Path file) {
        return new ManifestSource(file.toString(), () -> opened(file));
    }

    public static ManifestSource of(String name, InputStream stream) {
        return new ManifestSource(name, () -> stream);
    }

    private static InputStream opened(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new NoFile("it is a directory", "name the files in it");
        }
        if (HandedPipe.is(file)) {
            return HandedPipe.read(file, HandedPipe.LIMIT);
        }
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new NoFile(
                    "it is neither a file nor a pipe of the shell",
                    "name a regular file, or use - and give it as standard input");
        }
        return Files.newInputStream(file);
    }

    public Load load() {
        try (var stream = open.open()) {
            var bytes = stream.readNBytes(Limits.MOST_BYTES + 1);
            return bytes.length > Limits.MOST_BYTES ? tooLarge() : decoded(bytes);
        } catch (NoFile kind) {
            return unreadable(kind.says, kind.hint);
        } catch (NoSuchFileException _) {
            return unreadable("there is no such file", "check the name");
        } catch (AccessDeniedException _) {
            return unreadable("there is no permission to read it", "check its owner and mode");
        } catch (IOException broken) {
            return unreadable(
                    "it cannot be read: " + broken.getMessage(), "check the file and its disk");
        }
    }

    private static Load tooLarge() {
        return unreadable(
                "it is larger than %d MB".formatted(Limits.MOST_BYTES / MEGABYTE),
                "split it into smaller files");
    }

    private static Load decoded(byte[] bytes) {
        var decoder =
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT);
        try {
            return TextCheck.checked(decoder.decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException _) {
            return unreadable("it is not UTF-8 text", "save it as UTF-8");
        }
    }

    private static Unreadable unreadable(String says, String hint) {
        return new Unreadable(Position.START, says, hint);
    }

    /// Something that opens, or hangs when it is opened, and cannot be read as a file.
    private static final class NoFile extends IOException {
        private static final long serialVersionUID = 1;

        private final String says;
        private final String hint;

        NoFile(String says, String hint) {
            super(says);
            this.says = says;
            this.hint = hint;
        }
    }
}
