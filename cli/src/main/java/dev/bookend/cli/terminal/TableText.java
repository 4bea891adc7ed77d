package dev.bookend.cli.terminal;

import dev.bookend.manifest.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Prints the tables that a server makes of its objects, aligned, also when rows come one by one.
public final class TableText {
    private static final String GAP = "   ";

    private final Output out;
    private final boolean wide;
    private final boolean withNamespace;
    private final List<Integer> shown = new ArrayList<>();
    private final List<Integer> widths = new ArrayList<>();

    public TableText(Output out, boolean wide, boolean withNamespace) {
        this.out = out;
        this.wide = wide;
        this.withNamespace = withNamespace;
    }

    /// Prints all rows, and the head before the first one.
    ///
    /// @return whether there was a row
    public boolean print(Json table) {
        var lines = new ArrayList<List<String>>();
        if (shown.isEmpty()) {
            lines.add(head(table));
        }
        var rows = table.field("rows").map(Json::elements).orElse(List.of());
        rows.forEach(it -> lines.add(line(it)));
        if (rows.isEmpty()) {
            shown.clear();
            return false;
        }
        lines.forEach(this::widen);
        lines.forEach(this::print);
        return true;
    }

    private List<String> head(Json table) {
        var head = new ArrayList<>(withNamespace ? List.of("NAMESPACE") : List.<String>of());
        var columns = table.field("columnDefinitions").map(Json::elements).orElse(List.of());
        for (var i = 0; i < columns.size(); i++) {
            var priority = columns.get(i).field("priority").map(it -> it.number().orElse(0));
            if (wide || priority.orElse(0L) == 0) {
                shown.add(i);
                head.add(columns.get(i).text("name").orElse("").toUpperCase(Locale.ROOT));
            }
        }
        return head;
    }

    private List<String> line(Json row) {
        var namespace = row.at("object", "metadata", "namespace").flatMap(Json::text).orElse("");
        var line = new ArrayList<>(withNamespace ? List.of(namespace) : List.<String>of());
        var cells = row.field("cells").map(Json::elements).orElse(List.of());
        for (var column : shown) {
            line.add(column < cells.size() ? text(cells.get(column)) : "");
        }
        return line;
    }

    private static String text(Json cell) {
        return Printable.line(cell.text().orElse(cell.line()));
    }

    private void widen(List<String> line) {
        for (var i = 0; i < line.size(); i++) {
            var width = line.get(i).length();
            if (i == widths.size()) {
                widths.add(width);
            }
            widths.set(i, Math.max(widths.get(i), width));
        }
    }

    private void print(List<String> line) {
        var text = new StringBuilder();
        for (var i = 0; i < line.size(); i++) {
            var cell = line.get(i);
            text.append(cell).append(" ".repeat(widths.get(i) - cell.length())).append(GAP);
        }
        out.line(text.toString().stripTrailing());
    }
}
