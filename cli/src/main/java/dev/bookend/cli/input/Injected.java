package dev.bookend.cli.input;

import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

/// The names given to `--injected`.
final class Injected {
    private Injected() {}

    static Set<String> names(Collection<String> words) {
        return words.stream()
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
    }
}
