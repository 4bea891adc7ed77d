package dev.bookend.cli.syntax;

import dev.bookend.cli.terminal.Colour;
import dev.bookend.cli.terminal.Output;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Writes the help of the program or of a verb.
public final class Usage {
    private static final int WIDTH = 80;
    private static final int WIDEST_NAME = 24;
    private static final String INDENT = "  ";
    private final Output output;

    public Usage(Output output) {
        this.output = output;
    }

    /// @param called the words that call the verb
    public void print(String called, Syntax syntax) {
        printSynopsis("Usage: " + called, syntax);
        Paragraph.lines(syntax.description(), WIDTH).forEach(output::line);
        var rows = new ArrayList<Row>();
        syntax.parameters().forEach(it -> rows.add(new Row("    " + it.text(), it.description())));
        sorted(syntax).forEach(it -> rows.add(new Row(names(it), it.description())));
        print(rows);
        printFooter(syntax);
    }

    /// The help of the program itself, with all verbs.
    public void printVerbs(String called, Syntax syntax, List<Syntax> verbs) {
        print(called, syntax.closing());
        output.line("");
        output.line("Verbs:");
        print(verbs.stream().map(verb -> new Row(verb.name(), verb.description())).toList());
        printFooter(syntax);
    }

    private record Row(String name, String description) {}

    private void printSynopsis(String begin, Syntax syntax) {
        var words = new ArrayList<String>();
        words.add("[-" + shortFlags(syntax) + "]");
        for (var option : sorted(syntax)) {
            var name = option.names().getFirst();
            if (option.takesValue()) {
                var again = option.arity() == Option.Arity.MANY ? "..." : "";
                words.add("[" + name + "=" + option.label() + "]" + again);
            } else if (name.startsWith("--")) {
                words.add("[" + name + "]");
            }
        }
        syntax.parameters().forEach(parameter -> words.add(parameter.text()));
        var margin = begin.length() + 1;
        var lines = Paragraph.lines(words, WIDTH - margin);
        for (var i = 0; i < lines.size(); i++) {
            output.line((i == 0 ? begin + " " : " ".repeat(margin)) + lines.get(i));
        }
    }

    private static String shortFlags(Syntax syntax) {
        var letters = new StringBuilder();
        for (var option : sorted(syntax)) {
            var name = option.names().getFirst();
            letters.append(option.takesValue() || name.startsWith("--") ? "" : name.substring(1));
        }
        return letters.toString();
    }

    private static List<Option<?>> sorted(Syntax syntax) {
        return syntax.options().stream()
                .sorted(Comparator.<Option<?>, String>comparing(Option::name))
                .toList();
    }

    private static String names(Option<?> option) {
        var joined = String.join(", ", option.names());
        var aligned = joined.startsWith("--") ? "    " + joined : joined;
        return option.takesValue() ? aligned + "=" + option.label() : aligned;
    }

    private void print(List<Row> rows) {
        var widest =
                rows.stream()
                        .mapToInt(row -> row.name().length())
                        .filter(length -> length <= WIDEST_NAME)
                        .max()
                        .orElse(0);
        rows.forEach(row -> print(row, widest));
    }

    private void print(Row row, int widest) {
        var margin = widest + 2 * INDENT.length();
        var lines = Paragraph.lines(row.description(), WIDTH - margin);
        var name = output.paint(Colour.YELLOW, row.name());
        if (row.name().length() > widest) {
            output.line(INDENT + name);
            output.line(" ".repeat(margin) + lines.getFirst());
        } else {
            var gap = " ".repeat(margin - INDENT.length() - row.name().length());
            output.line(INDENT + name + gap + lines.getFirst());
        }
        lines.stream().skip(1).forEach(line -> output.line(" ".repeat(margin) + line));
    }

    private void printFooter(Syntax syntax) {
        if (!syntax.footer().isEmpty()) {
            output.line("");
            syntax.footer().forEach(output::line);
        }
    }
}
