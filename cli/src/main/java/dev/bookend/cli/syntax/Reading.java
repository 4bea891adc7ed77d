package dev.bookend.cli.syntax;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/// How the word after an option becomes a value.
///
/// @param read throws `IllegalArgumentException` with what is wrong with the word
/// @param choices all words there are, if they are few
public record Reading<T>(Function<String, T> read, List<String> choices) {
    static final Reading<String> TEXT = of(word -> word);
    public static final Reading<Integer> INTEGER = of(Reading::integer);
    public static final Reading<Long> LONG = of(Reading::longInteger);

    public static <T> Reading<T> of(Function<String, T> read) {
        return new Reading<>(read, List.of());
    }

    /// One of the constants, in letters of any case.
    public static <E extends Enum<E>> Reading<E> choice(Class<E> type) {
        var constants = List.of(type.getEnumConstants());
        var words = constants.stream().map(Reading::word).toList();
        return new Reading<>(word -> constants.get(index(words, word)), words);
    }

    private static <E extends Enum<E>> String word(E constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static int index(List<String> words, String word) {
        var index = words.indexOf(word.toLowerCase(Locale.ROOT));
        if (index < 0) {
            throw new IllegalArgumentException(
                    "'%s' is none of %s".formatted(word, String.join(", ", words)));
        }
        return index;
    }

    private static Integer integer(String word) {
        var value = longInteger(word);
        if (value != value.intValue()) {
            throw new IllegalArgumentException("'%s' is too far from 0".formatted(word));
        }
        return value.intValue();
    }

    private static Long longInteger(String word) {
        try {
            return Long.valueOf(word);
        } catch (NumberFormatException _) {
            throw new IllegalArgumentException("'%s' is no whole number".formatted(word));
        }
    }

    /// The words that one argument stands for.
    static Stream<String> split(String argument) {
        return Stream.of(argument.split(",", -1));
    }
}
