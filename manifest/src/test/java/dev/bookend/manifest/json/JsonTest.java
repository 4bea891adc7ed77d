package dev.bookend.manifest.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.manifest.yaml.Node;
import dev.bookend.manifest.yaml.YamlReader;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Optional;

class JsonTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "null",
                "true",
                "-0.5e+10",
                "12345678901234567890123",
                "\"\"",
                "\"ä€😀\"",
                "\"a\\\"b\\\\c\\n\\t\\r\"",
                "\"\\u0000\\u001f\\ud800\"",
                "{\"z\":1,\"a\":[1,{\"b\":null}],\"m\":{}}",
            })
    void writesWhatItRead(String text) {
        assertThat(JsonRead.of(text)).isInstanceOf(JsonRead.Value.class);
        assertThat(read(text).line()).isEqualTo(text);
    }

    @Test
    void readsSpaceAndEscapes() {
        assertThat(read(" { \"a\" : [ \"\\u0041\\/\" , 1 ] } ").line())
                .isEqualTo("{\"a\":[\"A/\",1]}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``|1:1|the text ends too early",
                "{\"a\":1|1:7|the text ends too early",
                "{\"a\":1,\"a\":2}|1:13|the field 'a' is given twice",
                "{a:1}|1:2|a field name in quotes is expected",
                "[1,]|1:4|a value is expected",
                "[01]|1:3|',' or ']' is expected",
                "[1 2]|1:4|',' or ']' is expected",
                "nul|1:1|a value is expected",
                "1 1|1:3|nothing may follow the value",
                "\"\\x\"|1:4|\\x is no escape of JSON",
                "\"\\u12\"|1:4|four hexadecimal digits must follow \\u",
            })
    void saysWhereATextIsBroken(String text, String at, String says) {
        var broken = (JsonRead.Broken) JsonRead.of(text);
        assertThat(broken.says()).isEqualTo(says);
        assertThat(broken.at()).hasToString(at);
    }

    @Test
    void stopsAtTheDepthLimit() {
        assertThat(JsonRead.of("[".repeat(100_000))).isInstanceOf(JsonRead.Broken.class);
        assertThat(JsonRead.of("[".repeat(100) + "]".repeat(100)))
                .isInstanceOf(JsonRead.Value.class);
    }

    @Test
    void findsItsWay() {
        var json = read("{\"a\":{\"b\":[\"x\"],\"n\":7,\"no\":null,\"t\":true,\"f\":1.5}}");
        assertThat(json.at("a", "b").orElseThrow().elements()).containsExactly(Json.of("x"));
        assertThat(json.at("a", "n").orElseThrow().number()).hasValue(7);
        assertThat(json.at("a", "f").orElseThrow().number()).isEmpty();
        assertThat(json.at("a", "t").flatMap(Json::flag)).contains(true);
        assertThat(json.at("a", "no")).isEmpty();
        assertThat(json.at("x", "y")).isEmpty();
    }

    @Test
    void aDraftKeepsItsOrderAndLeavesOutWhatIsAbsent() {
        var json =
                Json.object()
                        .put("z", "1")
                        .put("a", 2)
                        .put("b", true)
                        .put("none", Optional.empty())
                        .put("some", Optional.of("x"))
                        .put("list", List.of("p", "q"))
                        .done();
        assertThat(json.line())
                .isEqualTo(
                        "{\"z\":\"1\",\"a\":2,\"b\":true,\"some\":\"x\",\"list\":[\"p\",\"q\"]}");
    }

    @Test
    void aTreeBecomesJsonAndBack() {
        var yaml = "{a: 0x10, b: 0644, c: yes, d: ~, e: [.5, 1e3, .inf], f: true, g: \"1\"}";
        var json = YamlReader.read(yaml).documents().getFirst().json();
        assertThat(json.line())
                .isEqualTo(
                        "{\"a\":16,\"b\":420,\"c\":\"yes\",\"d\":null,\"e\":[0.5,1E+3,\".inf\"],"
                                + "\"f\":true,\"g\":\"1\"}");
        assertThat(Node.of(json).json()).isEqualTo(json);
    }

    private static Json read(String text) {
        return ((JsonRead.Value) JsonRead.of(text)).json();
    }
}
