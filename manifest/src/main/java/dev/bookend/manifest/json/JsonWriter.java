package dev.bookend.manifest.json;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes JSON on one line.
final class JsonWriter {
    private static final int PIECE = 8 * 1024;

    private final StringBuilder text = new StringBuilder();
    private final Optional<Writer> out;

    private JsonWriter(Optional<Writer> out) {
        this.out = out;
    }

    static String line(Json json) {
        try {
            var writer = new JsonWriter(Optional.empty());
            writer.write(json);
            return writer.text.toString();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static void write(Json json, Writer out) throws IOException {
        var writer = new JsonWriter(Optional.of(out));
        writer.write(json);
        out.append(writer.text);
    }

    /// Hands on what is written, so that a large text is never held as a whole.
    private void handOn() throws IOException {
        if (out.isPresent() && text.length() >= PIECE) {
            out.get().append(text);
            text.setLength(0);
        }
    }

    private void write(Json json) throws IOException {
        handOn();
        switch (json) {
            case Json.Obj(var fields) -> writeFields(fields);
            case Json.Arr(var items) -> writeItems(items);
            case Json.Str(var value) -> writeText(value);
            case Json.Num(var digits) -> text.append(digits);
            case Json.Bool(var value) -> text.append(value);
            case Json.Null() -> text.append("null");
        }
    }

    private void writeFields(Map<String, Json> fields) throws IOException {
        text.append('{');
        var separator = "";
        for (var field : fields.entrySet()) {
            text.append(separator);
            writeText(field.getKey());
            text.append(':');
            write(field.getValue());
            separator = ",";
        }
        text.append('}');
    }

    private void writeItems(List<Json> items) throws IOException {
        text.append('[');
        var separator = "";
        for (var item : items) {
            text.append(separator);
            write(item);
            separator = ",";
        }
        text.append(']');
    }

    private void writeText(String value) throws IOException {
        text.append('"');
        for (var i = 0; i < value.length(); i++) {
            writeLetter(value, i);
            handOn();
        }
        text.append('"');
    }

    private void writeLetter(String value, int index) {
        var letter = value.charAt(index);
        switch (letter) {
            case '"' -> text.append("\\\"");
            case '\\' -> text.append("\\\\");
            case '\n' -> text.append("\\n");
            case '\r' -> text.append("\\r");
            case '\t' -> text.append("\\t");
            default -> {
                if (Character.isISOControl(letter) || isLoneSurrogate(value, index)) {
                    text.append("\\u%04x".formatted((int) letter));
                } else {
                    text.append(letter);
                }
            }
        }
    }

    /// Half a character cannot be written as UTF-8, only escaped.
    private static boolean isLoneSurrogate(String value, int index) {
        var letter = value.charAt(index);
        if (Character.isHighSurrogate(letter)) {
            return index + 1 == value.length()
                    || !Character.isLowSurrogate(value.charAt(index + 1));
        }
        return Character.isLowSurrogate(letter)
                && (index == 0 || !Character.isHighSurrogate(value.charAt(index - 1)));
    }
}
