package dev.bookend.operator.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bookend.manifest.json.Json;
import dev.bookend.operator.kube.JsonSieve.Sifted;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

class JsonSieveTest {
    private static final int FREELY = 1_000_000;
    private static final Mesh ALL = new Mesh((_, _) -> true, FREELY, FREELY);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "[1,-2.5e+7,true,false,null,\"\"]",
                "{\"a\":{\"b\":[{\"c\":\"\u00e9\"}]},\"d\":[[],[[]]]}",
                "\"a \\\"quoted\\\" word\"",
            })
    void whatIsWantedIsReadAsItIs(String text) throws IOException {
        assertThat(read(text, ALL)).isEqualTo(new Sifted(ApiClient.read(text), true));
    }

    @Test
    void lettersAreReadInEveryWriting() throws IOException {
        assertThat(read("\"\\u0041\\n\\t\\\\\\/\\b\\f\\r\"", ALL).json())
                .isEqualTo(Json.of("A\n\t\\/\b\f\r"));
    }

    /// Shows SAFE-5.
    @Test
    void whatIsNotWantedIsPassedOver() throws IOException {
        var mesh = new Mesh((_, field) -> !field.equals("x"), FREELY, FREELY);
        var deep = "[{\"y\":".repeat(200_000) + "1" + "}]".repeat(200_000);
        var text = "{\"x\": %s, \"a\": {\"x\": \"]}\", \"b\": 1}}".formatted(deep);
        assertThat(read(text, mesh))
                .isEqualTo(new Sifted(ApiClient.read("{\"a\": {\"b\": 1}}"), true));
    }

    @Test
    void longTextsAreCut() throws IOException {
        assertThat(read("\"abcdef\"", new Mesh((_, _) -> true, 3, FREELY)))
                .isEqualTo(new Sifted(Json.of("abc"), true));
    }

    /// Shows SAFE-5.
    @Test
    void whatIsTooMuchOrTooDeepIsSaidToBeSo() throws IOException {
        var little = new Mesh((_, _) -> true, FREELY, 2000);
        var many = read("{\"name\": \"a\", \"many\": [%s1]}".formatted("1,".repeat(99)), little);
        assertThat(many.whole()).isFalse();
        assertThat(many.json().text("name")).contains("a");
        assertThat(read("\"" + "x".repeat(1001) + "\"", little).whole()).isFalse();
        assertThat(read("[".repeat(5000) + "]".repeat(5000), ALL).whole()).isFalse();
    }

    @Test
    void valuesFollowEachOther() throws IOException {
        var sieve = sieve("{\"a\": 1}\n {\"b\": 2}\n", ALL);
        assertThat(sieve.next()).isPresent();
        assertThat(sieve.next().orElseThrow().json()).isEqualTo(ApiClient.read("{\"b\": 2}"));
        assertThat(sieve.next()).isEmpty();
    }

    /// One item that is too large takes no room from the others. Shows SAFE-5.
    @Test
    void itemsOfAListAreHandedOver() throws IOException {
        var mesh = new Mesh((_, _) -> true, FREELY, 5000);
        var large = "{\"name\": \"large\", \"x\": \"%s\"}".formatted("x".repeat(5000));
        var text =
                "{\"items\": [{\"name\": \"a\"}, %s, {\"name\": \"b\"}], \"metadata\": {}}"
                        .formatted(large);
        var items = new ArrayList<Sifted>();
        var rest = sieve(text, mesh).next(Optional.of(items::add)).orElseThrow();
        assertThat(rest.json()).isEqualTo(ApiClient.read("{\"metadata\": {}}"));
        assertThat(items).extracting(Sifted::whole).isEqualTo(List.of(true, false, true));
        assertThat(items)
                .extracting(it -> it.json().text("name").orElse(""))
                .isEqualTo(List.of("a", "large", "b"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "[1",
                "\"a",
                "{\"a\" 1}",
                "{a: 1}",
                "[1 2]",
                "nul",
                "\"\\x\"",
                "\"\\u00g0\"",
                "-"
            })
    void whatIsNoJsonIsRefused(String text) {
        assertThatThrownBy(() -> read(text, ALL))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("this is no JSON");
    }

    private static Sifted read(String text, Mesh mesh) throws IOException {
        return sieve(text, mesh).next().orElseThrow();
    }

    private static JsonSieve sieve(String text, Mesh mesh) {
        return new JsonSieve(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), mesh);
    }
}
