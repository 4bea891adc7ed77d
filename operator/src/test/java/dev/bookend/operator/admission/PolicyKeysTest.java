package dev.bookend.operator.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.lifecycle.order.OrderKeys;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The policies of a cluster know no language but their own; so they name the keys once more.
class PolicyKeysTest {
    private static final Path PLAIN = Path.of("../deploy/bookend.yaml");
    private static final Pattern LIST = Pattern.compile("\\[\\s*('[^\\]]*/[^\\]]*')\\s*\\]");

    /// Shows INPUT-7.
    @Test
    void everyListOfKeysIsTheOneOfTheSpecification() throws IOException {
        var annotations = Set.copyOf(OrderKeys.ANNOTATIONS);
        assertThat(lists())
                .contains(annotations, OrderKeys.OWN)
                .allMatch(it -> it.equals(annotations) || it.equals(OrderKeys.OWN));
    }

    private static List<Set<String>> lists() throws IOException {
        return LIST.matcher(Files.readString(PLAIN))
                .results()
                .map(it -> keys(it.group(1)))
                .filter(it -> it.size() > 1)
                .toList();
    }

    private static Set<String> keys(String list) {
        return Set.of(
                Stream.of(list.split(",", -1))
                        .map(it -> it.strip().replace("'", ""))
                        .toArray(String[]::new));
    }
}
