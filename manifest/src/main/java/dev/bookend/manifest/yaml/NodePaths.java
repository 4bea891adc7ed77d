package dev.bookend.manifest.yaml;

import dev.bookend.manifest.text.Position;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a path leads to in a YAML document.
public final class NodePaths {
    private NodePaths() {}

    /// Where a person should look for the path: at its value, or at the nearest thing that exists.
    public static Position find(Node root, String path) {
        var node = root;
        var at = root.at();
        for (var step : steps(path)) {
            var next = step(node, step);
            if (next.isEmpty()) {
                return at;
            }
            node = next.get().value();
            at = node instanceof Node.Scalar && !node.isNull() ? node.at() : next.get().keyAt();
        }
        return at;
    }

    /// The value at the path.
    public static Optional<Node> value(Node root, String path) {
        var node = Optional.of(root);
        for (var step : steps(path)) {
            node = node.flatMap(it -> step(it, step)).map(Node.Entry::value);
        }
        return node.filter(it -> !it.isNull());
    }

    private static Optional<Node.Entry> step(Node node, String step) {
        return switch (node) {
            case Node.Mapping(_, var entries) -> Optional.ofNullable(entries.get(step));
            case Node.Sequence(_, var items) ->
                    item(items, step).map(it -> new Node.Entry(it.at(), it));
            case Node.Scalar _ -> Optional.empty();
        };
    }

    private static Optional<Node> item(List<Node> items, String step) {
        var index = step.matches("[0-9]{1,9}") ? Integer.parseInt(step) : items.size();
        return index < items.size() ? Optional.of(items.get(index)) : Optional.empty();
    }

    private static List<String> steps(String path) {
        var steps = new ArrayList<String>();
        var start = 0;
        while (start < path.length()) {
            var bracket = path.charAt(start) == '[';
            var from = bracket || path.charAt(start) == '.' ? start + 1 : start;
            var to = bracket ? closing(path, from) : nextStep(path, from);
            steps.add(path.substring(from, to));
            start = bracket ? to + 1 : to;
        }
        return steps;
    }

    private static int closing(String path, int from) {
        var to = path.indexOf(']', from);
        return to < 0 ? path.length() : to;
    }

    private static int nextStep(String path, int from) {
        var to = from;
        while (to < path.length() && ".[".indexOf(path.charAt(to)) < 0) {
            to++;
        }
        return to;
    }
}
