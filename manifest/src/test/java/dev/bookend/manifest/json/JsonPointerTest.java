package dev.bookend.manifest.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPointerTest {
    @Test
    void theEmptyPointerIsTheWholeDocument() {
        assertThat(JsonPointer.read("")).hasValueSatisfying(it -> assertThat(it).isEmpty());
    }

    @Test
    void aNameMayBeEmptyAndHoldSlashesAndTildes() {
        assertThat(JsonPointer.read("/a//b~1c/~01/"))
                .hasValueSatisfying(it -> assertThat(it).containsExactly("a", "", "b/c", "~1", ""));
    }

    @Test
    void whatDoesNotBeginWithASlashIsNoPointer() {
        assertThat(JsonPointer.read("a/b")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"name", "bookend.dev/order", "~", "~1", "/~0/", ""})
    void anEscapedNameIsReadAsItWas(String name) {
        assertThat(JsonPointer.read("/" + JsonPointer.escaped(name)))
                .hasValueSatisfying(it -> assertThat(it).containsExactly(name));
    }
}
