package dev.bookend.lifecycle.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.stream.Stream;

class ExitAnnotationTest {
    @Test
    void keepsTheOrderOfItsAuthor() throws ExitAnnotation.Malformed {
        assertThat(ExitAnnotation.parse("{\"b\":2,\"a\":-1,\"c\":0}"))
                .containsExactly(entry("b", "2"), entry("a", "-1"), entry("c", "0"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", " { } ", "{\n}\t"})
    void mayBeEmpty(String text) throws ExitAnnotation.Malformed {
        assertThat(ExitAnnotation.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"app\":1}",
                "\t{ \"app\" : 1 }\n",
                "{\r\n  \"app\": 1\r\n}",
                "{\"\\u0061pp\":1}",
                "{\"a\\u0070\\u0070\":1}"
            })
    void ignoresSpacesAndReadsEscapes(String text) throws ExitAnnotation.Malformed {
        assertThat(ExitAnnotation.parse(text)).containsExactly(entry("app", "1"));
    }

    @Test
    void readsEveryEscape() throws ExitAnnotation.Malformed {
        assertThat(ExitAnnotation.parse("{\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\":1}"))
                .containsExactly(entry("\"\\/\b\f\n\r\té", "1"));
    }

    @ParameterizedTest
    @MethodSource
    void refusesWhatIsNoObjectOfIntegers(String text, String says) {
        assertThatThrownBy(() -> ExitAnnotation.parse(text))
                .isInstanceOf(ExitAnnotation.Malformed.class)
                .hasMessageContaining(says);
    }

    static Stream<Arguments> refusesWhatIsNoObjectOfIntegers() {
        return Stream.of(
                arguments("", "'{' expected"),
                arguments("[]", "'{' expected"),
                arguments("null", "'{' expected"),
                arguments("{", "container name in double quotes"),
                arguments("{\"a\"", "':' expected"),
                arguments("{\"a\":", "the value nothing"),
                arguments("{\"a\":}", "the value nothing"),
                arguments("{\"a\":1", "'}' expected"),
                arguments("{\"a\":1,", "container name in double quotes"),
                arguments("{\"a\":1,}", "container name in double quotes"),
                arguments("{\"a\":1 \"b\":2}", "'}' expected"),
                arguments("{a:1}", "container name in double quotes at position 1"),
                arguments("{'a':1}", "container name in double quotes"),
                arguments("{\"a:1}", "without a closing quote"),
                arguments("{\"a\\\":1}", "without a closing quote"),
                arguments("{\"a\\", "without a closing quote"),
                arguments("{\"\\x\":1}", "an escape that JSON does not know"),
                arguments("{\"\\u12\":1}", "an escape that JSON does not know"),
                arguments("{\"\\u12g4\":1}", "an escape that JSON does not know"),
                arguments("{\"\\u+123\":1}", "an escape that JSON does not know"),
                arguments("{\"a\":\"1\"}", "the value \"1\""),
                arguments("{\"a\":1.0}", "the value 1.0"),
                arguments("{\"a\":1e3}", "the value 1e3"),
                arguments("{\"a\":01}", "the value 01"),
                arguments("{\"a\":+1}", "the value +1"),
                arguments("{\"a\":true}", "the value true"),
                arguments("{\"a\":{}}", "the value {"),
                arguments("{\"a\":1,\"a\":1}", "names \"a\" twice"),
                arguments("{\"a\":1,\"\\u0061\":2}", "names \"a\" twice"),
                arguments("{\"a\":1}{}", "text after its closing brace"),
                arguments("{}x", "text after its closing brace"));
    }
}
