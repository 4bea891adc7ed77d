package dev.bookend.operator.kube;

import dev.bookend.manifest.json.Json;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Reads JSON from a stream and keeps what is wanted of it, as far as memory is meant for it.
///
/// All else is passed over letter by letter: nothing is too large or too deep to be read past.
public final class JsonSieve {
    private static final int END = -1;
    private static final int BUFFER = 8192;
    private static final int LONGEST_NUMBER = 64;
    private static final int LONGEST_NAME = 1024;

    /// About what a value takes beside its letters, with the maps and lists around it.
    private static final int VALUE = 160;

    private final Reader in;
    private final Mesh mesh;
    private final char[] buffer = new char[BUFFER];
    private int at;
    private int filled;
    private int left;
    private boolean full;

    /// @param whole whether all that was wanted is there
    public record Sifted(Json json, boolean whole) {}

    public JsonSieve(InputStream in, Mesh mesh) {
        this.in = new InputStreamReader(in, StandardCharsets.UTF_8);
        this.mesh = mesh;
    }

    /// The next value of the stream; empty at its end.
    public Optional<Sifted> next() throws IOException {
        return next(Optional.empty());
    }

    /// The next value, whose `items` are handed over one by one and not kept.
    public Optional<Sifted> next(Optional<Consumer<Sifted>> items) throws IOException {
        refill();
        if (peekPastSpace() == END) {
            return Optional.empty();
        }
        var json = peek() == '{' ? top(items) : value("", 1);
        return Optional.of(new Sifted(json, !full));
    }

    private void refill() {
        left = mesh.mostWeight();
        full = false;
    }

    private Json top(Optional<Consumer<Sifted>> items) throws IOException {
        take();
        var fields = new LinkedHashMap<String, Json>();
        if (!accept('}')) {
            do {
                var name = name();
                if (items.isPresent() && name.equals("items") && peekPastSpace() == '[') {
                    handOver(items.get());
                } else {
                    field(fields, "", name, 1);
                }
            } while (accept(','));
            expect('}');
        }
        return new Json.Obj(fields);
    }

    private void handOver(Consumer<Sifted> items) throws IOException {
        take();
        if (!accept(']')) {
            do {
                refill();
                var item = value("items", 2);
                items.accept(new Sifted(item, !full));
            } while (accept(','));
            expect(']');
        }
        refill();
    }

    private Json value(String name, int depth) throws IOException {
        spend(VALUE);
        return switch (peekPastSpace()) {
            case '{' -> object(name, depth);
            case '[' -> array(name, depth);
            case '"' -> text();
            default -> scalar();
        };
    }

    private Json object(String name, int depth) throws IOException {
        take();
        var fields = new LinkedHashMap<String, Json>();
        if (!accept('}')) {
            do {
                field(fields, name, name(), depth);
            } while (accept(','));
            expect('}');
        }
        return new Json.Obj(fields);
    }

    private String name() throws IOException {
        if (peekPastSpace() != '"') {
            throw broken("a field name in quotes is expected");
        }
        var name = quoted(LONGEST_NAME);
        expect(':');
        return name;
    }

    private void field(Map<String, Json> fields, String object, String name, int depth)
            throws IOException {
        if (!mesh.keeps().test(object, name) || isFull(depth)) {
            pass();
        } else {
            spend(VALUE + 2 * name.length());
            fields.put(name, value(name, depth + 1));
        }
    }

    private Json array(String name, int depth) throws IOException {
        take();
        var items = new ArrayList<Json>();
        if (!accept(']')) {
            do {
                if (isFull(depth)) {
                    pass();
                } else {
                    items.add(value(name, depth + 1));
                }
            } while (accept(','));
            expect(']');
        }
        return new Json.Arr(items);
    }

    private boolean isFull(int depth) {
        full |= depth >= Json.MOST_DEPTH;
        return full;
    }

    private void spend(int weight) {
        left -= weight;
        full |= left < 0;
    }

    private Json text() throws IOException {
        var room = Math.max(0, left / 2);
        var text = quoted(Math.min(mesh.longestText(), room + 1));
        spend(2 * text.length());
        return new Json.Str(text);
    }

    /// Reads to the end of the text, and keeps its beginning.
    private String quoted(int most) throws IOException {
        take();
        var letters = new StringBuilder();
        for (var letter = take(); letter != '"'; letter = take()) {
            var meant = letter == '\\' ? escaped() : letter;
            if (letters.length() < most) {
                letters.append((char) meant);
            }
        }
        return letters.toString();
    }

    private int escaped() throws IOException {
        var letter = take();
        return switch (letter) {
            case '"', '\\', '/' -> letter;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> throw broken("\\%c is no escape of JSON".formatted(letter));
        };
    }

    private int unicode() throws IOException {
        var code = 0;
        for (var i = 0; i < 4; i++) {
            var digit = Character.digit(take(), 16);
            if (digit < 0) {
                throw broken("four hexadecimal digits must follow \\u");
            }
            code = code * 16 + digit;
        }
        return code;
    }

    private Json scalar() throws IOException {
        var word = word();
        return switch (word) {
            case "true" -> new Json.Bool(true);
            case "false" -> new Json.Bool(false);
            case "null" -> new Json.Null();
            default -> number(word);
        };
    }

    private static Json number(String word) throws IOException {
        if (word.length() > LONGEST_NUMBER || !word.matches("-?[0-9][-+.eE0-9]*")) {
            throw broken("a value is expected");
        }
        return new Json.Num(word);
    }

    private String word() throws IOException {
        var word = new StringBuilder();
        while (peek() != END && ",]} \t\r\n".indexOf(peek()) < 0) {
            var letter = take();
            if (word.length() <= LONGEST_NUMBER) {
                word.append((char) letter);
            }
        }
        return word.toString();
    }

    /// One value that nobody wants. Not recursive, because its depth is its author's choice.
    private void pass() throws IOException {
        var depth = 0;
        do {
            switch (peekPastSpace()) {
                case '{', '[' -> {
                    take();
                    depth++;
                }
                case '}', ']' -> {
                    take();
                    depth--;
                }
                case '"' -> quoted(0);
                case ',', ':' -> take();
                case END -> throw broken("the text ends too early");
                default -> {
                    if (word().isEmpty()) {
                        throw broken("a value is expected");
                    }
                }
            }
        } while (depth > 0);
    }

    private boolean accept(char letter) throws IOException {
        var found = peekPastSpace() == letter;
        if (found) {
            take();
        }
        return found;
    }

    private void expect(char letter) throws IOException {
        if (!accept(letter)) {
            throw broken("'%c' is expected".formatted(letter));
        }
    }

    private int peekPastSpace() throws IOException {
        while (peek() == ' ' || peek() == '\n' || peek() == '\t' || peek() == '\r') {
            take();
        }
        return peek();
    }

    private int peek() throws IOException {
        if (at == filled) {
            at = 0;
            filled = Math.max(0, in.read(buffer));
        }
        return at < filled ? buffer[at] : END;
    }

    private int take() throws IOException {
        var letter = peek();
        if (letter == END) {
            throw broken("the text ends too early");
        }
        at++;
        return letter;
    }

    private static IOException broken(String says) {
        return new IOException("this is no JSON: " + says);
    }
}
