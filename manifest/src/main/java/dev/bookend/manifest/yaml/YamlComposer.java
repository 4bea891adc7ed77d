package dev.bookend.manifest.yaml;

import dev.bookend.lifecycle.rules.Findings;
import dev.bookend.manifest.text.Limits;
import dev.bookend.manifest.text.LocatedFinding;
import dev.bookend.manifest.text.Position;

import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.parser.Parser;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Builds the tree of one document from the parser's events, within the limits.
///
/// An alias shares its anchor's tree, so it costs no memory here, but whoever walks the tree sees
/// it again: its nodes and its depth are counted every time.
final class YamlComposer {
    private static final String TEXT_TAG = "tag:yaml.org,2002:str";
    private final Parser events;
    private final NodeBudget budget;
    private final List<LocatedFinding> findings;
    private final Map<Anchor, Anchored> anchors = new HashMap<>();
    private final PathStack path = new PathStack();
    private int deepest;

    YamlComposer(Parser events, NodeBudget budget, List<LocatedFinding> findings) {
        this.events = events;
        this.budget = budget;
        this.findings = findings;
    }

    private record Anchored(Node node, int nodes, int height) {}

    Node document() {
        return node(0);
    }

    private Node node(int depth) {
        var event = (NodeEvent) events.next();
        var at = position(event);
        if (event instanceof AliasEvent alias) {
            return shared(alias, at, depth);
        }
        reach(depth, at);
        budget.spend(1, at, path.text());
        return event.getAnchor()
                .map(anchor -> anchored(anchor, event, depth))
                .orElseGet(() -> content(event, depth));
    }

    private Node anchored(Anchor anchor, Event event, int depth) {
        var outerDeepest = deepest;
        var before = budget.spent();
        deepest = depth;
        anchors.remove(anchor);
        var node = content(event, depth);
        anchors.put(anchor, new Anchored(node, 1 + budget.spent() - before, deepest - depth));
        deepest = Math.max(deepest, outerDeepest);
        return node;
    }

    private Node shared(AliasEvent alias, Position at, int depth) {
        var anchored = anchors.get(alias.getAlias());
        if (anchored == null) {
            throw new YamlProblem(
                    at,
                    path.text(),
                    "the alias *%s names no finished anchor".formatted(alias.getAlias().getValue()),
                    "define &%s before it is used, and not around itself"
                            .formatted(alias.getAlias().getValue()));
        }
        budget.spend(anchored.nodes(), at, path.text());
        reach(depth + anchored.height(), at);
        return anchored.node();
    }

    private Node content(Event event, int depth) {
        return switch (event) {
            case ScalarEvent scalar -> scalar(scalar);
            case SequenceStartEvent _ -> sequence(position(event), depth);
            case MappingStartEvent _ -> mapping(position(event), depth);
            default -> throw new IllegalStateException("no node begins with " + event);
        };
    }

    private static Node scalar(ScalarEvent event) {
        var plain = event.isPlain() && !event.getTag().filter(TEXT_TAG::equals).isPresent();
        var kind = plain ? ScalarKind.ofPlain(event.getValue()) : ScalarKind.TEXT;
        return new Node.Scalar(position(event), event.getValue(), kind);
    }

    private Node sequence(Position at, int depth) {
        var items = new ArrayList<Node>();
        while (!events.checkEvent(Event.ID.SequenceEnd)) {
            path.push(items.size());
            items.add(node(depth + 1));
            path.pop();
        }
        events.next();
        return new Node.Sequence(at, items);
    }

    private Node mapping(Position at, int depth) {
        var entries = new LinkedHashMap<String, Node.Entry>();
        var merged = new ArrayList<Node>();
        while (!events.checkEvent(Event.ID.MappingEnd)) {
            entry(entries, merged, depth + 1);
        }
        events.next();
        merged.forEach(it -> merge(it, entries));
        return new Node.Mapping(at, entries);
    }

    private void entry(Map<String, Node.Entry> entries, List<Node> merged, int depth) {
        if (!(node(depth) instanceof Node.Scalar(var keyAt, var key, var kind))) {
            throw new YamlProblem(
                    position(events.peekEvent()),
                    path.text(),
                    "a key of a mapping must be a text",
                    "write `key: value`; a list or mapping cannot be a key");
        }
        path.push(key);
        var value = node(depth);
        if (key.equals("<<") && kind == ScalarKind.TEXT) {
            merged.add(value);
        } else {
            add(entries, key, new Node.Entry(keyAt, value));
        }
        path.pop();
    }

    private void add(Map<String, Node.Entry> entries, String key, Node.Entry entry) {
        var first = entries.putIfAbsent(key, entry);
        if (first != null && findings.size() < Limits.MOST_FINDINGS) {
            findings.add(
                    YamlProblem.found(
                            entry.keyAt(),
                            path.text(),
                            "Duplicate value: %s: the key is already given in line %d"
                                    .formatted(Findings.quoted(key), first.keyAt().line()),
                            "keep one of the two"));
        }
    }

    /// The merge key of YAML 1.1, which the YAML readers of Kubernetes understand.
    private void merge(Node source, Map<String, Node.Entry> entries) {
        switch (source) {
            case Node.Mapping(var at, var more) -> {
                budget.spend(more.size(), at, path.text());
                more.forEach(entries::putIfAbsent);
            }
            case Node.Sequence(_, var items) -> items.forEach(it -> merge(it, entries));
            case Node.Scalar(var at, _, _) ->
                    throw new YamlProblem(
                            at,
                            path.text(),
                            "the merge key << needs a mapping",
                            "write <<: *name with the name of an anchored mapping");
        }
    }

    private void reach(int depth, Position at) {
        deepest = Math.max(deepest, depth);
        if (depth > Limits.MOST_DEPTH) {
            throw new YamlProblem(
                    at,
                    "",
                    "nested deeper than %d levels".formatted(Limits.MOST_DEPTH),
                    "no pod needs that; look for brackets that are never closed");
        }
    }

    static Position position(Event event) {
        return event.getStartMark()
                .map(mark -> new Position(mark.getLine() + 1, mark.getColumn() + 1))
                .orElse(Position.START);
    }
}
