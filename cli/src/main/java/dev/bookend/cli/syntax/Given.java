package dev.bookend.cli.syntax;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a command line gave to its verb.
///
/// @param values the words of each option that was there, by its name
/// @param words all that are no options
public record Given(Map<String, List<String>> values, List<String> words) {
    public boolean has(Option<?> option) {
        return values.containsKey(option.name());
    }

    public <T> Optional<T> value(Option<T> option) {
        return Optional.ofNullable(values.get(option.name()))
                .map(all -> option.read(all.getLast()));
    }

    public <T> T value(Option<T> option, T otherwise) {
        return value(option).orElse(otherwise);
    }

    public <T> List<T> all(Option<T> option) {
        return values.getOrDefault(option.name(), List.of()).stream().map(option::read).toList();
    }
}
