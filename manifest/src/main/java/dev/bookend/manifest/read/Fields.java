package dev.bookend.manifest.read;

import dev.bookend.manifest.yaml.Node;
import dev.bookend.manifest.yaml.ScalarKind;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// The fields of a mapping, read by those who know what they are. What is absent or of a wrong type
/// reads as absent: the schema check has its own words about it.
record Fields(Map<String, Node.Entry> entries) {
    static Fields of(Node node) {
        return new Fields(node instanceof Node.Mapping(_, var entries) ? entries : Map.of());
    }

    private Optional<Node> node(String name) {
        return Optional.ofNullable(entries.get(name))
                .map(Node.Entry::value)
                .filter(it -> !it.isNull());
    }

    boolean has(String name) {
        return node(name).isPresent();
    }

    /// The fields of a field; none if it is absent.
    Fields in(String name) {
        return node(name).map(Fields::of).orElse(new Fields(Map.of()));
    }

    Optional<Fields> maybe(String name) {
        return node(name).map(Fields::of);
    }

    <T> List<T> each(String name, Function<Fields, T> read) {
        return items(name).stream().map(item -> read.apply(of(item))).toList();
    }

    List<Node> items(String name) {
        return node(name).orElse(null) instanceof Node.Sequence(_, var items) ? items : List.of();
    }

    Optional<String> text(String name) {
        return node(name).flatMap(Fields::text);
    }

    /// An empty text counts as absent.
    Optional<String> word(String name) {
        return text(name).filter(it -> !it.isEmpty());
    }

    String text(String name, String otherwise) {
        return word(name).orElse(otherwise);
    }

    private static Optional<String> text(Node node) {
        return node instanceof Node.Scalar(_, var text, var kind) && kind.isText()
                ? Optional.of(text)
                : Optional.empty();
    }

    List<String> texts(String name) {
        return items(name).stream().map(item -> text(item).orElse("")).toList();
    }

    Map<String, String> textMap(String name) {
        var texts = new LinkedHashMap<String, String>();
        in(name).entries.forEach((key, _) -> texts.put(key, in(name).text(key).orElse("")));
        return texts;
    }

    /// Quantities are texts, but a bare number is one too.
    Map<String, String> quantities(String name) {
        var texts = new LinkedHashMap<String, String>();
        in(name).entries
                .forEach((key, entry) -> quantity(entry).ifPresent(it -> texts.put(key, it)));
        return texts;
    }

    Optional<String> quantity(String name) {
        return Optional.ofNullable(entries.get(name)).flatMap(Fields::quantity);
    }

    private static Optional<String> quantity(Node.Entry entry) {
        return entry.value() instanceof Node.Scalar(_, var text, var kind)
                        && kind != ScalarKind.NULL
                ? Optional.of(text)
                : Optional.empty();
    }

    Optional<Long> number(String name) {
        return node(name).flatMap(Fields::number);
    }

    static Optional<Long> number(Node node) {
        return node instanceof Node.Scalar scalar && scalar.number().isPresent()
                ? Optional.of(scalar.number().getAsLong())
                : Optional.empty();
    }

    Optional<Integer> integer(String name) {
        return number(name).filter(it -> it == it.intValue()).map(Long::intValue);
    }

    Optional<Duration> seconds(String name) {
        return number(name).map(Duration::ofSeconds);
    }

    Optional<Boolean> flag(String name) {
        return node(name)
                .filter(it -> it instanceof Node.Scalar(_, _, var kind) && kind == ScalarKind.FLAG)
                .map(it -> ((Node.Scalar) it).isTrue());
    }

    boolean flag(String name, boolean otherwise) {
        return flag(name).orElse(otherwise);
    }
}
