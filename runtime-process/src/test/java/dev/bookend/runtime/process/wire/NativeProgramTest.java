package dev.bookend.runtime.process.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// How the native program is built, read from its file: an attacker who finds a fault in it shall
/// not know where things lie, nor change what is fixed once it runs.
class NativeProgramTest {
    private static final int DYN = 3;
    private static final long MOST_BYTES = 1_200_000;
    private static final int PART_SIZE = 56;
    private static final long BIND_NOW = 8;

    private enum Part {
        DYNAMIC(2),
        INTERPRETER(3),
        STACK(0x6474e551),
        READ_ONLY_LATER(0x6474e552);

        private final int type;

        Part(int type) {
            this.type = type;
        }
    }

    /// With musl, and as on a machine that has no musl; the latter if the native tests have run.
    @ParameterizedTest
    @ValueSource(strings = {"bookend-native", "bookend-native-portable"})
    void itIsHardened(String name) throws Exception {
        var file = NativeProgram.find().resolveSibling(name);
        assumeTrue(Files.exists(file), name);
        var elf = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        var parts = parts(elf);
        assertThat(elf.getShort(16)).as("at another place at each start").isEqualTo((short) DYN);
        assertThat(parts).as("static").doesNotContainKey(Part.INTERPRETER.type);
        assertThat(parts).as("relro").containsKey(Part.READ_ONLY_LATER.type);
        assertThat(part(parts, Part.STACK).getInt(4) & 1).as("executable stack").isZero();
        assertThat(flags(elf, part(parts, Part.DYNAMIC)) & BIND_NOW).as("now").isNotZero();
        assertThat(Files.size(file)).isLessThan(MOST_BYTES);
    }

    private static ByteBuffer part(Map<Integer, ByteBuffer> parts, Part part) {
        return Optional.ofNullable(parts.get(part.type)).orElseThrow();
    }

    private static Map<Integer, ByteBuffer> parts(ByteBuffer elf) {
        var parts = new HashMap<Integer, ByteBuffer>();
        var from = (int) elf.getLong(32);
        for (var i = 0; i < elf.getShort(56); i++) {
            var part = elf.slice(from + i * PART_SIZE, PART_SIZE).order(ByteOrder.LITTLE_ENDIAN);
            parts.put(part.getInt(0), part);
        }
        return parts;
    }

    private static long flags(ByteBuffer elf, ByteBuffer dynamic) {
        var from = (int) dynamic.getLong(8);
        for (var at = from; elf.getLong(at) != 0; at += 16) {
            if (elf.getLong(at) == 30) return elf.getLong(at + 8);
        }
        return 0;
    }

    /// The file can say so and nobody do it: a static program has no loader.
    @Test
    void whatIsFixedCannotBeWrittenOnceItRuns() throws Exception {
        var program = NativeProgram.find();
        var spawner = new ProcessBuilder(program.toString(), "spawner").start();
        try {
            Awaitility.await().until(() -> isSealed(spawner, program));
        } finally {
            spawner.getOutputStream().close();
            spawner.destroyForcibly();
        }
    }

    private static boolean isSealed(Process process, Path program) throws IOException {
        return Files.readAllLines(Path.of("/proc/%d/maps".formatted(process.pid()))).stream()
                .filter(line -> line.endsWith(String.valueOf(program.getFileName())))
                .anyMatch(line -> line.contains(" r--p ") && !line.contains(" 00000000 "));
    }
}
