package dev.bookend.runtime.process.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

class FrameTypeTest {
    private static final Pattern FRAMES =
            Pattern.compile("enum frame \\{(.*?)\\};", Pattern.DOTALL);
    private static final Pattern FRAME = Pattern.compile("([A-Z_]+)(?: = (\\d+))?,");

    /// Shims outlive the agent, so that both ends of the wire never change at the same time.
    @Test
    void bothEndsOfTheWireKnowTheSameNumbers() throws IOException {
        var ours = new LinkedHashMap<String, Integer>();
        for (var type : FrameType.values()) {
            ours.put(type.name(), (int) type.code());
        }
        assertThat(ours).isEqualTo(theirs()).containsEntry("EXEC_EXITED", 74);
    }

    private static Map<String, Integer> theirs() throws IOException {
        var source = Files.readString(Path.of("../native/src/frames.h"));
        var all = FRAMES.matcher(source);
        assertThat(all.find()).isTrue();
        var numbers = new LinkedHashMap<String, Integer>();
        var next = 0;
        var frame = FRAME.matcher(all.group(1));
        while (frame.find()) {
            next = frame.group(2) == null ? next : Integer.parseInt(frame.group(2));
            numbers.put(frame.group(1), next++);
        }
        return numbers;
    }
}
