package dev.bookend.lifecycle.order;

import java.util.LinkedHashMap;
import java.util.Map;

/// Reads `{"log-agent":2,"envoy":1}`: a JSON object of integers and nothing else (INPUT-3).
final class ExitAnnotation {
    /// What breaks the grammar, in words that complete "the annotation …".
    static final class Malformed extends Exception {
        private static final long serialVersionUID = 1;

        Malformed(String message) {
            super(message);
        }
    }

    private static final String ESCAPES = "\"\\/bfnrt";
    private static final String ESCAPED = "\"\\/\b\f\n\r\t";
    private static final int CODE_LENGTH = 4;

    private final String text;
    private int at;

    private ExitAnnotation(String text) {
        this.text = text;
    }

    /// The numbers as written, in the author's order; their range is judged elsewhere.
    static Map<String, String> parse(String text) throws Malformed {
        return new ExitAnnotation(text).object();
    }

    private Map<String, String> object() throws Malformed {
        var entries = new LinkedHashMap<String, String>();
        expect('{');
        if (peek() == '}') {
            at++;
        } else {
            do {
                entry(entries);
            } while (comma());
        }
        if (peek() != 0) {
            throw new Malformed("has text after its closing brace");
        }
        return entries;
    }

    private void entry(Map<String, String> entries) throws Malformed {
        peek();
        var name = string();
        expect(':');
        if (entries.put(name, integer(name)) != null) {
            throw new Malformed("names \"%s\" twice".formatted(name));
        }
    }

    private boolean comma() throws Malformed {
        if (peek() == ',') {
            at++;
            return true;
        }
        expect('}');
        return false;
    }

    private String string() throws Malformed {
        if (at >= text.length() || text.charAt(at) != '"') {
            throw new Malformed("needs a container name in double quotes at position " + at);
        }
        at++;
        var name = new StringBuilder();
        while (letter() != '"') {
            name.append(letter() == '\\' ? escaped() : text.charAt(at++));
        }
        at++;
        return name.toString();
    }

    private char letter() throws Malformed {
        if (at >= text.length()) {
            throw new Malformed("has a name without a closing quote");
        }
        return text.charAt(at);
    }

    private char escaped() throws Malformed {
        at++;
        var plain = ESCAPES.indexOf(letter());
        at++;
        if (plain >= 0) {
            return ESCAPED.charAt(plain);
        }
        var code = text.substring(at, Math.min(at + CODE_LENGTH, text.length()));
        if (text.charAt(at - 1) != 'u' || !code.matches("[0-9a-fA-F]{4}")) {
            throw new Malformed("has an escape that JSON does not know at position " + (at - 1));
        }
        at += CODE_LENGTH;
        return (char) Integer.parseInt(code, 16);
    }

    private String integer(String name) throws Malformed {
        peek();
        var start = at;
        while (at < text.length() && ",} \t\n\r".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        var word = text.substring(start, at);
        if (!word.matches("-?(0|[1-9][0-9]*)")) {
            throw new Malformed(
                    "gives \"%s\" the value %s, which is not a plain integer"
                            .formatted(name, word.isEmpty() ? "nothing" : word));
        }
        return word;
    }

    private void expect(char wanted) throws Malformed {
        if (peek() != wanted) {
            throw new Malformed("is not a JSON object: '%s' expected".formatted(wanted));
        }
        at++;
    }

    /// The next character that is no space, or 0 at the end.
    private char peek() {
        while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : 0;
    }
}
