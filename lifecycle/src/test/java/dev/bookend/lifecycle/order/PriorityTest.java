package dev.bookend.lifecycle.order;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PriorityTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0, 0",
        "7, 7",
        "-7, -7",
        "007, 7",
        "-007, -7",
        "000, 0",
        "2147483647, 2147483647",
        "-2147483647, -2147483647",
        "00000000000000000000000000001, 1",
        "-00000000000000000000000000001, -1"
    })
    void isAnInteger(String text, int value) {
        assertThat(Priority.isInteger(text)).isTrue();
        assertThat(Priority.inRange(text)).contains(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2147483648",
                "-2147483648",
                "4294967296",
                "99999999999",
                "999999999999",
                "-99999999999",
                "9223372036854775808",
                "-9223372036854775809",
                "123456789012345678901234567890"
            })
    void hasARange(String text) {
        assertThat(Priority.isInteger(text)).isTrue();
        assertThat(Priority.inRange(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "-", "+1", "--1", "1-", " 1", "1 ", "1\n", "1.0", "1e3", "0x1", "1_000", "٣",
                "one", "−1"
            })
    void isDigitsAndNothingElse(String text) {
        assertThat(Priority.isInteger(text)).isFalse();
    }
}
