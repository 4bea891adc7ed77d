package dev.bookend.checks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// The largest sizes that the house allows. There is no way to waive them.
final class Sizes {
    static final int LINE = 100;
    static final int FILE = 400;
    static final int METHOD = 40;
    static final int FUNCTION = 60;
    static final int PARAMETERS = 5;

    private Sizes() {}

    static List<String> tooLarge(JavaSource source) {
        var found = new ArrayList<>(tooLarge(source.file(), source.lines()));
        for (var method : source.methods()) {
            var where = "%s:%d: %s ".formatted(source.file(), method.line(), method.name());
            if (method.length() > METHOD)
                found.add(where + "has %d lines, at most %d".formatted(method.length(), METHOD));
            if (method.parameters() > PARAMETERS)
                found.add(
                        where
                                + "takes %d parameters, at most %d"
                                        .formatted(method.parameters(), PARAMETERS));
        }
        return found;
    }

    static List<String> tooLarge(CSource source) {
        var found = new ArrayList<>(tooLarge(source.file(), source.lines()));
        for (var function : source.functions())
            if (function.length() > FUNCTION)
                found.add(
                        "%s:%d: %s has %d lines, at most %d"
                                .formatted(
                                        source.file(),
                                        function.line(),
                                        function.name(),
                                        function.length(),
                                        FUNCTION));
        return found;
    }

    private static List<String> tooLarge(Path file, List<String> lines) {
        var found = new ArrayList<String>();
        if (lines.size() > FILE)
            found.add("%s: has %d lines, at most %d".formatted(file, lines.size(), FILE));
        IntStream.range(0, lines.size())
                .filter(i -> width(lines.get(i)) > LINE)
                .mapToObj(i -> tooWide(file, i + 1, width(lines.get(i))))
                .forEach(found::add);
        return found;
    }

    private static String tooWide(Path file, int line, int width) {
        return "%s:%d: is %d characters wide, at most %d".formatted(file, line, width, LINE);
    }

    private static int width(String line) {
        return line.codePointCount(0, line.length());
    }

    static int median(IntStream sizes) {
        var sorted = sizes.sorted().toArray();
        return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
    }
}
