package dev.bookend.cli.syntax;

import java.util.List;

/// An option of a verb.
///
/// @param names as they are typed, the short one first
/// @param label what its value is called in the help; empty if it has none
/// @param arity whether it can be given again
public record Option<T>(
        List<String> names, String label, Reading<T> reading, Arity arity, String description) {
    /// How many values there may be.
    enum Arity {
        NONE,
        ONE,
        MANY
    }

    /// An option without a value.
    ///
    /// @param names with spaces in between, as in "-v --verbose"
    public static Option<String> flag(String names, String description) {
        return new Option<>(words(names), "", Reading.TEXT, Arity.NONE, description);
    }

    /// An option with a value.
    public static <T> Option<T> of(
            String names, String label, Reading<T> reading, String description) {
        return new Option<>(words(names), label, reading, Arity.ONE, description);
    }

    public static Option<String> text(String names, String label, String description) {
        return of(names, label, Reading.TEXT, description);
    }

    /// An option that may be given several times, and with several values between commas.
    public static Option<String> list(String names, String label, String description) {
        return new Option<>(words(names), label, Reading.TEXT, Arity.MANY, description);
    }

    /// The name that messages use.
    public String name() {
        return names.getLast();
    }

    public boolean takesValue() {
        return arity != Arity.NONE;
    }

    /// @throws UsageProblem if the word is no such value
    T read(String word) {
        try {
            return reading.read().apply(word);
        } catch (IllegalArgumentException wrong) {
            throw new UsageProblem("%s: %s".formatted(name(), wrong.getMessage()));
        }
    }

    private static List<String> words(String names) {
        return List.of(names.split(" ", -1));
    }
}
