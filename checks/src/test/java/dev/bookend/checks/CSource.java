package dev.bookend.checks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// A C file, read by its layout: a function opens with a line that starts at the margin and ends
/// with a brace, or with a lone brace at the margin, and closes with a brace at the margin.
record CSource(Path file, List<String> lines, List<Function> functions) {
    private static final Pattern NAME = Pattern.compile("(\\w+)\\s*\\(");

    record Function(String name, int line, int length) {}

    static CSource parse(Path file, List<String> lines) {
        var functions = new ArrayList<Function>();
        var heading = 0;
        var open = -1;
        for (var i = 0; i < lines.size(); i++) {
            var line = lines.get(i);
            if (open < 0 && startsHeading(line)) heading = i;
            if (open < 0 && opensBody(lines, heading, i)) open = heading;
            if (open >= 0 && line.startsWith("}")) {
                functions.add(new Function(name(lines, open), open + 1, i - open + 1));
                open = -1;
            }
        }
        return new CSource(file, List.copyOf(lines), List.copyOf(functions));
    }

    private static boolean startsHeading(String line) {
        return !line.isEmpty() && Character.isLetter(line.charAt(0));
    }

    private static boolean opensBody(List<String> lines, int heading, int brace) {
        if (!lines.get(brace).endsWith("{")) return false;
        var text = String.join(" ", lines.subList(heading, brace + 1));
        return text.contains("(") && !text.contains("=") && !text.startsWith("#");
    }

    private static String name(List<String> lines, int heading) {
        var text = String.join(" ", lines.subList(heading, Math.min(heading + 3, lines.size())));
        var name = NAME.matcher(text);
        return name.find() ? name.group(1) : text;
    }
}
