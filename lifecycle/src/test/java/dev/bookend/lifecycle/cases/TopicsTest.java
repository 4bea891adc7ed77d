package dev.bookend.lifecycle.cases;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// The cases again, a topic at a time: mutation testing starts each test thousands of times, and
/// for that hundreds of small ones are too many.
@Tag("slow")
class TopicsTest {
    @ParameterizedTest
    @MethodSource
    void topics(Path topic) throws IOException {
        for (var file : CaseFiles.below(topic)) {
            assertThat(CaseFiles.difference(file)).as(CaseFiles.name(file)).isEmpty();
        }
    }

    static List<Path> topics() throws IOException {
        return CaseFiles.topics();
    }
}
