package dev.bookend.lifecycle.value;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SignalTest {
    @ParameterizedTest
    @CsvSource({
        "SIGTERM, TERM, 15",
        "TERM, TERM, 15",
        "SIGHUP, HUP, 1",
        "SIGINT, INT, 2",
        "SIGQUIT, QUIT, 3",
        "SIGKILL, KILL, 9",
        "SIGUSR1, USR1, 10",
        "SIGUSR2, USR2, 12",
        "SIGWINCH, WINCH, 28",
        "SIGSYS, SYS, 31",
        "SIGRTMIN, RTMIN, 34",
        "SIGRTMIN+0, RTMIN+0, 34",
        "SIGRTMIN+3, RTMIN+3, 37",
        "SIGRTMIN+15, RTMIN+15, 49",
        "RTMIN+30, RTMIN+30, 64",
        "SIGRTMAX, RTMAX, 64",
        "SIGRTMAX-1, RTMAX-1, 63",
        "SIGRTMAX-30, RTMAX-30, 34"
    })
    void isReadByName(String word, String name, int number) {
        assertThat(Signal.ofWord(word)).contains(new Signal(name, number));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "SIG",
                "15",
                "sigterm",
                "SIGNONE",
                "SIGRTMIN+31",
                "SIGRTMAX-31",
                "SIGRTMIN-1",
                "SIGRTMAX+1",
                "SIGRTMIN+",
                "SIGRTMIN+100",
                "SIGRTMIN+x",
                " SIGTERM",
                "SIGSIGTERM"
            })
    void isNothingElse(String word) {
        assertThat(Signal.ofWord(word)).isEmpty();
    }
}
