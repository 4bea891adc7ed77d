package dev.bookend.cli.syntax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

class ParsingTest {
    private enum Size {
        SMALL,
        VERY_LARGE
    }

    private static final Option<Size> SIZE =
            Option.of("-s --size", "SIZE", Reading.choice(Size.class), "How large.");
    private static final Option<Integer> COUNT =
            Option.of("--count", "N", Reading.INTEGER, "How many.");
    private static final Option<String> NAMES = Option.list("-c --names", "NAME", "Whose.");
    private static final Option<String> LOUD = Option.flag("-l --loud", "Loudly.");
    private static final Syntax SYNTAX =
            Syntax.of("build", "Build it.")
                    .taking(Parameter.one("PLACE", "Where."), Parameter.any("THING", "What."))
                    .with(SIZE, COUNT, NAMES, LOUD);

    private static Given parse(String line) {
        return Parsing.parse(SYNTAX, List.of(line.split(" ", -1)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "here -s very-large",
                "here -s=very-large",
                "-svery-large here",
                "--size Very-Large here",
                "here --size=VERY-LARGE",
                "here -lsvery-large",
            })
    void anOptionsValueMayBeWrittenInManyWays(String line) {
        var given = parse(line);
        assertThat(given.value(SIZE)).contains(Size.VERY_LARGE);
        assertThat(given.words()).containsExactly("here");
    }

    @Test
    void whatIsNotGivenIsNotThere() {
        var given = parse("here");
        assertThat(given.value(SIZE, Size.SMALL)).isEqualTo(Size.SMALL);
        assertThat(given.value(COUNT)).isEmpty();
        assertThat(given.all(NAMES)).isEmpty();
        assertThat(given.has(LOUD)).isFalse();
    }

    @Test
    void aListGrowsByCommasAndByRepetition() {
        assertThat(parse("here -c a --names=b,c").all(NAMES)).containsExactly("a", "b", "c");
    }

    @Test
    void afterTwoHyphensNothingIsAnOption() {
        var given = parse("here -l -- run --size -x");
        assertThat(given.words()).containsExactly("here", "run", "--size", "-x");
        assertThat(given.has(LOUD)).isTrue();
        assertThat(given.has(SIZE)).isFalse();
    }

    @Test
    void aLoneHyphenIsAWord() {
        assertThat(parse("-").words()).containsExactly("-");
    }

    @Test
    void aNegativeNumberIsAValue() {
        assertThat(parse("here --count -3").value(COUNT)).contains(-3);
    }

    @Test
    void helpIsGivenWhateverIsMissing() {
        assertThat(parse("--help").has(Syntax.HELP)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-l|Missing required parameter: 'PLACE'",
                "here --siz small|Unknown option: '--siz' (did you mean --size?)",
                "here --cuont 1|Unknown option: '--cuont' (did you mean --count?)",
                "here -x|Unknown option: '-x'",
                "here -lx|Unknown option: '-x'",
                "here --size|--size needs a value (SIZE) after it",
                "here --count -l|--count needs a value (N) after it",
                "here --size huge|--size: 'huge' is none of small, very-large",
                "here --count many|--count: 'many' is no whole number",
                "here --count 3000000000|--count: '3000000000' is too far from 0",
                "here --count 1 --count 2|--count is there twice",
                "here --loud=yes|--loud takes no value",
            })
    void aMistakeIsNamed(String line, String says) {
        assertThatThrownBy(() -> parse(line)).isInstanceOf(UsageProblem.class).hasMessage(says);
    }

    @Test
    void aWordTooManyIsNamed() {
        var one = Syntax.of("go", "Go.").taking(Parameter.optional("WHERE", "Where."));
        assertThatThrownBy(() -> Parsing.parse(one, List.of("here", "there")))
                .hasMessage("'there' is one word too many");
    }
}
