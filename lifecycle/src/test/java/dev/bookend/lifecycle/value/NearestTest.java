package dev.bookend.lifecycle.value;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

class NearestTest {
    @ParameterizedTest
    @CsvSource({
        "'', '', 0",
        "a, '', 1",
        "'', abc, 3",
        "comand, command, 1",
        "IMAGE, image, 0",
        "kitten, sitting, 3",
        "flaw, lawn, 2",
        "abc, cba, 2"
    })
    void measuresLettersToChange(String one, String other, int distance) {
        assertThat(Nearest.distance(one, other)).isEqualTo(distance);
        assertThat(Nearest.distance(other, one)).isEqualTo(distance);
    }

    @Test
    void suggestsTheNearest() {
        var known = List.of("command", "commands", "args");
        assertThat(Nearest.to("comand", known)).contains("command");
        assertThat(Nearest.to("comands", known)).contains("commands");
    }

    @Test
    void suggestsNothingThatIsFarOff() {
        assertThat(Nearest.to("abcdefghijkl", List.of("abcdefghiXYZ"))).contains("abcdefghiXYZ");
        assertThat(Nearest.to("abcdefghijklmnop", List.of("abcdefghijklWXYZ"))).isEmpty();
        assertThat(Nearest.to("env", List.of("enx", "exx"))).contains("enx");
        assertThat(Nearest.to("env", List.of("exx"))).isEmpty();
        assertThat(Nearest.to("ab", List.of("ax"))).contains("ax");
    }
}
