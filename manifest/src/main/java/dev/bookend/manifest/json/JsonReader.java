package dev.bookend.manifest.json;

import dev.bookend.manifest.text.Position;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads strict JSON (RFC 8259), for what programs wrote; duplicate keys are refused.
final class JsonReader {
    private static final Pattern NUMBER =
            Pattern.compile("-?(?:0|[1-9][0-9]*+)(?:\\.[0-9]++)?(?:[eE][-+]?[0-9]++)?");
    private final String text;
    private final Matcher number;
    private int at;
    private int values;

    private JsonReader(String text, int values) {
        this.text = text;
        this.values = values;
        this.number = NUMBER.matcher(text);
    }

    /// @param most how many values there may be
    static JsonRead read(String text, int most) {
        var reader = new JsonReader(text, most);
        try {
            var value = reader.value(0);
            reader.skipSpace();
            return reader.at == text.length()
                    ? new JsonRead.Value(value)
                    : reader.broken("nothing may follow the value");
        } catch (Stop stop) {
            return reader.broken(stop.says);
        }
    }

    private Json value(int depth) throws Stop {
        skipSpace();
        if (--values < 0) {
            throw new Stop("more values than may be in one text");
        }
        return switch (peek()) {
            case '{' -> object(depth + 1);
            case '[' -> array(depth + 1);
            case '"' -> new Json.Str(quoted());
            case 't' -> word("true", new Json.Bool(true));
            case 'f' -> word("false", new Json.Bool(false));
            case 'n' -> word("null", new Json.Null());
            default -> number();
        };
    }

    private Json object(int depth) throws Stop {
        enter(depth);
        var fields = new LinkedHashMap<String, Json>();
        if (!accept('}')) {
            do {
                field(fields, depth);
            } while (accept(','));
            expect('}', "',' or '}'");
        }
        return new Json.Obj(fields);
    }

    private void field(Map<String, Json> fields, int depth) throws Stop {
        skipSpace();
        if (peek() != '"') {
            throw new Stop("a field name in quotes is expected");
        }
        var name = quoted();
        expect(':', "':'");
        if (fields.put(name, value(depth)) != null) {
            throw new Stop("the field '%s' is given twice".formatted(name));
        }
    }

    private Json array(int depth) throws Stop {
        enter(depth);
        var items = new ArrayList<Json>();
        if (!accept(']')) {
            do {
                items.add(value(depth));
            } while (accept(','));
            expect(']', "',' or ']'");
        }
        return new Json.Arr(items);
    }

    private void enter(int depth) throws Stop {
        if (depth > Json.MOST_DEPTH) {
            throw new Stop("nested deeper than %d levels".formatted(Json.MOST_DEPTH));
        }
        at++;
    }

    private String quoted() throws Stop {
        var start = ++at;
        var letters = new StringBuilder();
        while (peek() != '"') {
            if (peek() == '\\') {
                letters.append(text, start, at).append(escape());
                start = at;
            } else if (peek() < ' ') {
                throw new Stop("a text in quotes must not contain control characters");
            } else {
                at++;
            }
        }
        return letters.append(text, start, at++).toString();
    }

    private char escape() throws Stop {
        at++;
        var letter = peek();
        at++;
        return switch (letter) {
            case '"', '\\', '/' -> letter;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> throw new Stop("\\%c is no escape of JSON".formatted(letter));
        };
    }

    private char unicode() throws Stop {
        var end = Math.min(at + 4, text.length());
        var digits = text.substring(at, end);
        if (!digits.matches("[0-9a-fA-F]{4}")) {
            throw new Stop("four hexadecimal digits must follow \\u");
        }
        at = end;
        return (char) Integer.parseInt(digits, 16);
    }

    private Json number() throws Stop {
        if (!number.region(at, text.length()).lookingAt()) {
            throw new Stop("a value is expected");
        }
        at = number.end();
        return new Json.Num(number.group());
    }

    private Json word(String word, Json value) throws Stop {
        if (!text.startsWith(word, at)) {
            throw new Stop("a value is expected");
        }
        at += word.length();
        return value;
    }

    private boolean accept(char letter) throws Stop {
        skipSpace();
        var found = peek() == letter;
        at += found ? 1 : 0;
        return found;
    }

    private void expect(char letter, String what) throws Stop {
        if (!accept(letter)) {
            throw new Stop(what + " is expected");
        }
    }

    private char peek() throws Stop {
        if (at >= text.length()) {
            throw new Stop("the text ends too early");
        }
        return text.charAt(at);
    }

    private void skipSpace() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private JsonRead broken(String says) {
        var before = text.substring(0, Math.min(at, text.length()));
        var line = 1 + (int) before.chars().filter(letter -> letter == '\n').count();
        return new JsonRead.Broken(
                new Position(line, before.length() - before.lastIndexOf('\n')), says);
    }

    /// Unwinds the reader at the first mistake.
    private static final class Stop extends Exception {
        private static final long serialVersionUID = 1;
        private final String says;

        Stop(String says) {
            super(says, null, false, false);
            this.says = says;
        }
    }
}
