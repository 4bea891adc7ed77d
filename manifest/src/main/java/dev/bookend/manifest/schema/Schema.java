package dev.bookend.manifest.schema;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All fields of a pod and of the workloads that hold one, as Kubernetes knows them.
public final class Schema {
    private static final String FILE = "kubernetes.schema";
    private final Map<String, Struct> structs = new LinkedHashMap<>();

    /// A type: its fields, and which of them exclude each other.
    public record Struct(Map<String, Field> fields, Optional<Union> union) {}

    record Field(SchemaType type, boolean required) {}

    public record Union(List<String> fields, String noun, boolean required) {}

    private Schema() {}

    /// The schema is read when it is first needed.
    private static final class Holder {
        private static final Schema KUBERNETES = load();
    }

    public static Schema kubernetes() {
        return Holder.KUBERNETES;
    }

    public Struct struct(String name) {
        var struct = structs.get(name);
        if (struct == null) {
            throw new IllegalArgumentException("the schema has no type " + name);
        }
        return struct;
    }

    Map<String, Struct> structs() {
        return Collections.unmodifiableMap(structs);
    }

    private static Schema load() {
        try (var file = Schema.class.getResourceAsStream(FILE)) {
            if (file == null) {
                throw new IllegalStateException(FILE + " is not beside its class");
            }
            var schema = new Schema();
            entries(new String(file.readAllBytes(), StandardCharsets.UTF_8)).forEach(schema::add);
            return schema;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /// Indented lines continue the line above.
    static List<String> entries(String text) {
        var entries = new ArrayList<String>();
        for (var line : text.split("\n", -1)) {
            if (line.startsWith(" ")) {
                entries.add(entries.removeLast() + " " + line.strip());
            } else if (!line.isBlank() && !line.startsWith("#")) {
                entries.add(line);
            }
        }
        return entries;
    }

    private void add(String entry) {
        var words = List.of(entry.split(" +", -1));
        if (words.contains("=")) {
            addUnion(words);
        } else {
            structs.put(words.getFirst(), new Struct(fields(words), Optional.empty()));
        }
    }

    private static Map<String, Field> fields(List<String> words) {
        var fields = new LinkedHashMap<String, Field>();
        for (var word : words.subList(1, words.size())) {
            var colon = word.indexOf(':');
            var name = colon < 0 ? word : word.substring(0, colon);
            var type = SchemaType.parse(colon < 0 ? "string" : word.substring(colon + 1));
            var required = name.endsWith("!");
            fields.put(name.replace("!", ""), new Field(type, required));
        }
        return fields;
    }

    private void addUnion(List<String> words) {
        var end = words.indexOf("=");
        var noun = String.join(" ", words.subList(end + 1, words.size()));
        var union = new Union(words.subList(2, end), noun, words.get(1).equals("one"));
        structs.computeIfPresent(
                words.getFirst(), (_, it) -> new Struct(it.fields(), Optional.of(union)));
    }

    /// The names of the fields of a type, for a suggestion to someone who misspelt one.
    List<String> names(Struct struct) {
        var names = new ArrayList<>(struct.fields().keySet());
        struct.fields().forEach((name, field) -> names.addAll(namesBelow(name, field)));
        return names;
    }

    private List<String> namesBelow(String name, Field field) {
        return field.type() instanceof SchemaType.Struct(var type)
                ? struct(type).fields().keySet().stream().map(it -> name + "." + it).toList()
                : List.of();
    }
}
