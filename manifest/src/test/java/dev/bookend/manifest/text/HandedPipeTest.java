package dev.bookend.manifest.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

class HandedPipeTest {
    @TempDir Path directory;

    @Test
    void whatAShellHandsOverIsKnownByItsName() {
        assertThat(HandedPipe.is(Path.of("/dev/fd/63"))).isTrue();
        assertThat(HandedPipe.is(Path.of("/dev/stdin"))).isTrue();
        assertThat(HandedPipe.is(directory.resolve("pod.yaml"))).isFalse();
    }

    @Test
    void allThatThePipeSaysIsRead() throws Exception {
        var pipe = pipe();
        Thread.ofVirtual().start(() -> write(pipe));
        try (var text = HandedPipe.read(pipe, Duration.ofSeconds(60))) {
            assertThat(text.readAllBytes()).asString().isEqualTo("kind: Pod\n");
        }
    }

    @Test
    void aPipeWithoutAWriterIsGivenUp() throws Exception {
        var pipe = pipe();
        assertThatThrownBy(() -> HandedPipe.read(pipe, Duration.ofMillis(1)).close())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("did not end within");
    }

    private Path pipe() throws Exception {
        var pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        return pipe;
    }

    private static void write(Path pipe) {
        try {
            Files.writeString(pipe, "kind: Pod\n");
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }
}
