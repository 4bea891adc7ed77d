package dev.bookend.agent.state;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class StateDirectoryTest {
    @TempDir Path directory;

    @Test
    void aPlaceThatCannotBeMadeSaysWhy() throws IOException {
        var file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() -> new StateDirectory(file).make())
                .isInstanceOf(IOException.class)
                .hasMessage(file + " is no directory");
        assertThatThrownBy(() -> new StateDirectory(file.resolve("below")).make())
                .isInstanceOf(IOException.class)
                .hasMessage(file + " is no directory");
    }
}
