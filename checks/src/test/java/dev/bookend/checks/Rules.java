package dev.bookend.checks;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The ids of all rules that Bookend promises to keep.
final class Rules {
    private Rules() {}

    static List<String> all() {
        return Stream.of(
                        rules("INPUT", 8),
                        rules("LAUNCH", 7),
                        rules("EXIT", 8),
                        rules("JOB", 3),
                        rules("HOOK", 7),
                        rules("CRR", 12),
                        rules("ENV", 2),
                        rules("SEE", 2),
                        rules("KUBE", 8),
                        rules("SAFE", 7))
                .flatMap(each -> each)
                .toList();
    }

    private static Stream<String> rules(String section, int last) {
        return IntStream.rangeClosed(1, last).mapToObj(number -> section + "-" + number);
    }
}
