package dev.bookend.lifecycle.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class WordsTest {
    @Test
    void splitsAtSpacesOutsideQuotes() {
        assertThat(Words.split("  a  \"b c\" d\"e ")).containsExactly("a", "b c", "d\"e");
        assertThat(Words.split("\"\"\"a\"")).containsExactly("", "a");
        assertThat(Words.split("   ")).isEmpty();
    }

    @Test
    void readsEscapes() {
        assertThat(Words.split("\"\\u0041\\u00e9\"")).containsExactly("Aé");
        assertThat(Words.split("\"\\\"\\\\\\n\"")).containsExactly("\"\\n");
        assertThat(Words.split("\"\\u12\"")).containsExactly("u12");
    }

    @Test
    void refusesAnOpenQuote() {
        assertThatThrownBy(() -> Words.split("a \"b"))
                .hasMessageContaining("a quote is not closed");
        assertThatThrownBy(() -> Words.split("\"b\\"))
                .hasMessageContaining("a line ends in a backslash");
    }

    @Test
    void quotesWhatWouldBreakALine() {
        assertThat(Words.quote("a\"b\\c\u0001\u001f \u007fé"))
                .isEqualTo("\"a\\\"b\\\\c\\u0001\\u001f \\u007fé\"");
    }
}
