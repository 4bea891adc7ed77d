package dev.bookend.manifest.schema;

import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.lifecycle.rules.Findings;
import dev.bookend.lifecycle.value.Quantity;
import dev.bookend.manifest.yaml.Node;
import dev.bookend.manifest.yaml.ScalarKind;

import java.util.List;

/// Compares a single value with what Kubernetes expects there.
final class ValueCheck {
    private final SchemaCheck check;

    ValueCheck(SchemaCheck check) {
        this.check = check;
    }

    void judge(Node node, SchemaType.Value type, String path) {
        switch (type) {
            case STRING -> judgeText(node, path);
            case INT -> judgeNumber(node, path, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case LONG -> judgeNumber(node, path, Long.MIN_VALUE, Long.MAX_VALUE);
            case BOOL -> judgeFlag(node, path);
            case QUANTITY -> judgeQuantity(node, path);
            case PORT -> judgePort(node, path);
            case ANY -> {}
        }
    }

    private void judgeText(Node node, String path) {
        if (node.isNull()) {
            return;
        }
        if (!(node instanceof Node.Scalar(var at, var text, var kind))) {
            wrong(node, path, "must be a string", "write one text here");
        } else if (kind == ScalarKind.OLD_FLAG) {
            check.add(at, oldFlag(path, text));
        } else if (!kind.isText()) {
            wrong(node, path, "must be a string", "quote it: \"%s\"".formatted(text));
        } else if (text.indexOf('\0') >= 0) {
            wrong(
                    node,
                    path,
                    "must not contain a NUL character",
                    "remove it: no program can be given one");
        }
    }

    private static Finding oldFlag(String path, String text) {
        return Finding.warning(
                path,
                text,
                "yaml",
                "%s without quotes is a boolean for Kubernetes, which wants a string here"
                        .formatted(text),
                "quote it: \"%s\"".formatted(text));
    }

    private void judgeNumber(Node node, String path, long least, long most) {
        if (!(node instanceof Node.Scalar scalar) || scalar.kind() != ScalarKind.INTEGER) {
            wrong(node, path, "must be an integer", numberHint(node));
            return;
        }
        var number = scalar.number();
        if (number.isEmpty() || number.getAsLong() < least || number.getAsLong() > most) {
            wrong(
                    node,
                    path,
                    "must be between %d and %d".formatted(least, most),
                    "choose a number in that range");
        }
    }

    private static String numberHint(Node node) {
        return node instanceof Node.Scalar(_, var text, _) && text.matches("[0-9]{1,10}")
                ? "write it without quotes: " + text
                : "write a whole number";
    }

    private void judgeFlag(Node node, String path) {
        if (!(node instanceof Node.Scalar(_, _, var kind)) || kind != ScalarKind.FLAG) {
            wrong(node, path, "must be a boolean", "write true or false, without quotes");
        }
    }

    private void judgeQuantity(Node node, String path) {
        if (!(node instanceof Node.Scalar(_, var text, _)) || Quantity.of(text).isEmpty()) {
            wrong(node, path, Quantity.GRAMMAR, Quantity.EXAMPLE);
        }
    }

    private void judgePort(Node node, String path) {
        if (node instanceof Node.Scalar(_, _, var kind) && kind.isText()) {
            return;
        }
        judgeNumber(node, path, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    void judgeWord(Node node, List<String> allowed, String path) {
        if (!(node instanceof Node.Scalar(var at, var text, var kind)) || !kind.isText()) {
            wrong(node, path, "must be a string", "write one of " + String.join(", ", allowed));
            return;
        }
        if (!allowed.contains(text)) {
            var findings = new Findings();
            findings.unsupported(path, text, allowed, wordHint(allowed, text));
            findings.list().forEach(it -> check.add(at, it));
        }
    }

    private static String wordHint(List<String> allowed, String text) {
        return NearestName.among(allowed, text)
                .map("did you mean %s?"::formatted)
                .orElse("choose one of them, or leave the field out for the default");
    }

    void wrong(Node node, String path, String must, String hint) {
        var says = "Invalid value: %s: %s".formatted(shown(node), must);
        check.add(node.at(), Finding.error(path, raw(node), Findings.RULE, says, hint));
    }

    /// A value as it was written.
    String raw(Node node) {
        return node instanceof Node.Scalar(_, var text, _) ? text : shown(node);
    }

    /// A value as a person recognises it.
    String shown(Node node) {
        return switch (node) {
            case Node.Mapping _ -> "{…}";
            case Node.Sequence _ -> "[…]";
            case Node.Scalar(_, var text, var kind) ->
                    kind == ScalarKind.TEXT ? Findings.quoted(text) : text;
        };
    }
}
