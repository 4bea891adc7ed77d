package dev.bookend.manifest.schema;

import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.lifecycle.rules.Findings;
import dev.bookend.manifest.text.Limits;
import dev.bookend.manifest.text.LocatedFinding;
import dev.bookend.manifest.text.Paths;
import dev.bookend.manifest.text.Position;
import dev.bookend.manifest.yaml.Node;
import dev.bookend.manifest.yaml.NodePaths;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Compares a document with the schema: wrong types, missing and unknown fields, fields that
/// exclude each other.
public final class SchemaCheck {
    private static final String INPUT_4 = "INPUT-4";
    private final Node root;
    private final Schema schema = Schema.kubernetes();
    private final List<LocatedFinding> located = new ArrayList<>();
    private final ValueCheck values = new ValueCheck(this);
    private int errors;
    private int warnings;

    private SchemaCheck(Node root) {
        this.root = root;
    }

    public static List<LocatedFinding> findings(Node root, Node node, String type, String path) {
        var check = new SchemaCheck(root);
        check.judge(node, new SchemaType.Struct(type), path);
        return check.located;
    }

    private boolean isFull() {
        return warnings > Limits.MOST_FINDINGS;
    }

    /// Remembers a finding at a place of the file, as long as somebody may want to read it.
    void add(Position at, Finding finding) {
        var before = finding.isError() ? errors++ : warnings++;
        if (before <= Limits.MOST_FINDINGS) {
            located.add(new LocatedFinding(finding, at));
        }
    }

    private void add(Finding finding) {
        add(NodePaths.find(root, finding.path()), finding);
    }

    private void judge(Node node, SchemaType type, String path) {
        switch (type) {
            case SchemaType.Struct(var name) -> judgeStruct(node, name, path);
            case SchemaType.ListOf(var item) -> judgeList(node, item, path);
            case SchemaType.MapOf(var value) -> judgeMap(node, value, path);
            case SchemaType.Words(var allowed) -> values.judgeWord(node, allowed, path);
            case SchemaType.Value value -> values.judge(node, value, path);
        }
    }

    private void judgeStruct(Node node, String type, String path) {
        if (node.isNull()) {
            return;
        }
        if (!(node instanceof Node.Mapping mapping)) {
            values.wrong(node, path, "must be a mapping", "write its fields as `name: value`");
            return;
        }
        var struct = schema.struct(type);
        mapping.entries().forEach((key, entry) -> judgeField(struct, key, entry, path));
        struct.fields().forEach((name, field) -> judgePresence(mapping, name, field, path));
        struct.union().ifPresent(union -> judgeUnion(mapping, union, path));
        if (type.equals("Container")) {
            judgeType(mapping, path);
        }
    }

    private void judgeField(Schema.Struct struct, String key, Node.Entry entry, String path) {
        var at = Paths.field(path, key);
        var field = struct.fields().get(key);
        if (field != null && !entry.value().isNull()) {
            judge(entry.value(), field.type(), at);
        }
        if (field == null && !isMisplacedType(struct, key) && !isFull()) {
            add(entry.keyAt(), unknown(struct, key, at));
        }
    }

    private Finding unknown(Schema.Struct struct, String key, String path) {
        var hint =
                NearestName.among(schema.names(struct), key)
                        .map("did you mean `%s`?"::formatted)
                        .orElse("Kubernetes knows no such field here; remove it");
        var says = "unknown field " + Findings.quoted(key);
        return Finding.warning(path, key, Findings.RULE, says, hint);
    }

    private void judgePresence(Node.Mapping node, String name, Schema.Field field, String path) {
        if (field.required() && node.value(name).isEmpty()) {
            var findings = new Findings();
            findings.required(Paths.field(path, name), "", "add the field `%s`".formatted(name));
            findings.list().forEach(this::add);
        }
    }

    private void judgeUnion(Node.Mapping node, Schema.Union union, String path) {
        var given = union.fields().stream().filter(it -> isGiven(node, it)).toList();
        var findings = new Findings();
        if (given.isEmpty() && union.required()) {
            findings.required(path, "must specify a " + union.noun(), choose(union));
        }
        if (given.size() > 1) {
            findings.forbidden(
                    Paths.field(path, given.get(1)),
                    "may not specify more than 1 " + union.noun(),
                    "keep one of `%s`".formatted(String.join("`, `", given)));
        }
        findings.list().forEach(this::add);
    }

    /// An empty text says nothing, so it excludes nothing.
    private static boolean isGiven(Node.Mapping node, String field) {
        return node.value(field)
                .filter(it -> !(it instanceof Node.Scalar(_, var text, _) && text.isEmpty()))
                .isPresent();
    }

    private static String choose(Schema.Union union) {
        return union.fields().stream()
                .limit(6)
                .collect(Collectors.joining("`, `", "give one of `", "`"));
    }

    private static boolean isMisplacedType(Schema.Struct struct, String key) {
        return key.equals("type") && struct.fields().containsKey("terminationMessagePolicy");
    }

    private void judgeType(Node.Mapping container, String path) {
        var entry = container.entries().get("type");
        if (entry != null) {
            var value = values.raw(entry.value());
            add(
                    entry.keyAt(),
                    Finding.error(
                            Paths.field(path, "type"),
                            value,
                            INPUT_4,
                            "`type: %s` directly on a container has no meaning".formatted(value),
                            "write it as `lifecycle.type: %s`".formatted(value)));
        }
    }

    private void judgeList(Node node, SchemaType item, String path) {
        if (!(node instanceof Node.Sequence(_, var items))) {
            values.wrong(node, path, "must be a list", "begin each item with `- `");
            return;
        }
        for (var i = 0; i < items.size(); i++) {
            judge(items.get(i), item, Paths.item(path, i));
        }
    }

    private void judgeMap(Node node, SchemaType value, String path) {
        if (!(node instanceof Node.Mapping(_, var entries))) {
            values.wrong(node, path, "must be a mapping", "write its entries as `key: value`");
            return;
        }
        entries.forEach(
                (key, entry) -> {
                    if (!entry.value().isNull()) {
                        judge(entry.value(), value, Paths.key(path, key));
                    }
                });
    }
}
