package dev.bookend.cli.syntax;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Everything that a verb understands, and what its help says of it.
public record Syntax(
        String name,
        String description,
        List<Parameter> parameters,
        List<Option<?>> options,
        List<String> footer) {
    public static final Option<String> HELP = Option.flag("-h --help", "Show this help.");
    public static final Option<String> NO_COLOUR =
            Option.flag("--no-color", "No colours (also: NO_COLOR=1).");

    /// What every verb understands already.
    public static Syntax of(String name, String description) {
        return new Syntax(name, description, List.of(), List.of(HELP, NO_COLOUR), List.of());
    }

    public Syntax taking(Parameter... words) {
        return new Syntax(name, description, List.of(words), options, footer);
    }

    public Syntax with(Option<?>... more) {
        return with(Arrays.asList(more));
    }

    public Syntax with(List<Option<?>> more) {
        var all = new ArrayList<>(options);
        all.addAll(more);
        return new Syntax(name, description, parameters, List.copyOf(all), footer);
    }

    public Syntax closing(String... lines) {
        return new Syntax(name, description, parameters, options, List.of(lines));
    }

    Optional<Option<?>> option(String called) {
        for (var option : options) {
            if (option.names().contains(called)) {
                return Optional.of(option);
            }
        }
        return Optional.empty();
    }

    public List<String> optionNames() {
        return options.stream().flatMap(option -> option.names().stream()).toList();
    }
}
