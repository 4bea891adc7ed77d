package dev.bookend.lifecycle.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.bookend.lifecycle.cases.CaseTime;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.HookResult;
import dev.bookend.lifecycle.life.ProbeVerdict;
import dev.bookend.lifecycle.life.Timer;
import dev.bookend.lifecycle.pod.HookKind;
import dev.bookend.lifecycle.pod.ProbeKind;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.ExitReason;
import dev.bookend.lifecycle.value.RuntimeId;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

class EventTextTest {
    private static final Instant AT = CaseTime.ZERO;
    private static final Attempt APP = new Attempt(new ContainerName("app"), 3);
    private static final List<String> HOSTILE =
            List.of(
                    "",
                    " ",
                    "plain",
                    "two words",
                    "a \"quote\" and a \\ backslash",
                    "ends in \\",
                    "\\u0041 is no escape of ours",
                    "line\nfeed\rreturn\ttab\0nul\u007f",
                    "-> ; # app#1",
                    "\u2028 ünïcödé 😀");

    @ParameterizedTest
    @MethodSource({"writesWords", "writesWordsOfHooks"})
    void writesWords(Event event, String words) {
        assertThat(EventText.write(event)).isEqualTo(words);
        assertThat(EventText.read(words, AT)).isEqualTo(event);
    }

    static Stream<Arguments> writesWords() {
        return Stream.of(
                arguments(new Event.PodAccepted(AT), "accepted"),
                arguments(new Event.ContainerCreated(APP, AT), "created app#3"),
                arguments(
                        new Event.ContainerStarted(APP, new RuntimeId("x 1"), AT),
                        "started app#3 \"x 1\""),
                arguments(
                        new Event.StartFailed(APP, "no\n", AT), "start-failed app#3 \"no\\u000a\""),
                arguments(
                        new Event.StartFailed(APP, ExitReason.CONFIG_ERROR, "no", AT),
                        "start-failed app#3 \"no\" CreateContainerConfigError"),
                arguments(
                        new Event.ContainerExited(APP, new Exit(137, ExitReason.OOM_KILLED), AT),
                        "exited app#3 137 OOMKilled"),
                arguments(
                        new Event.ContainerExited(
                                APP, new Exit(1, ExitReason.ERROR, "no \"key\"\n"), AT),
                        "exited app#3 1 Error \"no \\\"key\\\"\\u000a\""),
                arguments(probe(""), "probe app#3 liveness failing \"\""),
                arguments(new Event.StopRequested(Optional.empty(), AT), "stop"),
                arguments(
                        new Event.StopRequested(Optional.of(Duration.ofMillis(1500)), AT),
                        "stop 1500ms"),
                arguments(new Event.TimerFired(Timer.of(Timer.Kind.GRACE), AT), "timer grace"),
                arguments(
                        new Event.TimerFired(Timer.of(Timer.Kind.HOOK_CUT, APP.container()), AT),
                        "timer hook-cut app"),
                arguments(new Event.AgentRestarted(AT), "agent-restarted"),
                arguments(new Event.SandboxLost(AT), "sandbox-lost"));
    }

    static Stream<Arguments> writesWordsOfHooks() {
        return Stream.of(
                arguments(
                        new Event.HookStarted(APP, HookKind.PRE_STOP, AT),
                        "hook-started app#3 preStop"),
                arguments(
                        finished(HookKind.POST_START, new HookResult.Succeeded()),
                        "hook-finished app#3 postStart ok"),
                arguments(
                        finished(HookKind.PRE_STOP, new HookResult.Answered(503)),
                        "hook-finished app#3 preStop answered 503"),
                arguments(
                        finished(HookKind.PRE_STOP, new HookResult.Failed("\"")),
                        "hook-finished app#3 preStop failed \"\\\"\""));
    }

    private static Event finished(HookKind hook, HookResult result) {
        return new Event.HookFinished(APP, hook, result, AT);
    }

    private static Event probe(String detail) {
        return new Event.ProbeReported(APP, ProbeKind.LIVENESS, ProbeVerdict.FAILING, detail, AT);
    }

    @ParameterizedTest
    @MethodSource
    void readsBackWhatAnybodyMaySay(Event event) {
        var words = EventText.write(event);
        assertThat(words).doesNotContain("\n", "\r", "\0");
        assertThat(EventText.read(words, AT)).isEqualTo(event);
    }

    static Stream<Event> readsBackWhatAnybodyMaySay() {
        return HOSTILE.stream()
                .flatMap(
                        text ->
                                Stream.of(
                                        probe(text),
                                        new Event.StartFailed(APP, text, AT),
                                        new Event.ContainerStarted(APP, new RuntimeId(text), AT),
                                        finished(HookKind.PRE_STOP, new HookResult.Failed(text))));
    }

    @Test
    void readsBackEveryWord() {
        for (var reason : ExitReason.values()) {
            readsBackWhatAnybodyMaySay(new Event.ContainerExited(APP, new Exit(-1, reason), AT));
        }
        for (var kind : Timer.Kind.values()) {
            readsBackWhatAnybodyMaySay(
                    new Event.TimerFired(Timer.of(kind, new ContainerName("a-kill")), AT));
        }
        for (var kind : ProbeKind.values()) {
            for (var verdict : ProbeVerdict.values()) {
                readsBackWhatAnybodyMaySay(new Event.ProbeReported(APP, kind, verdict, "no", AT));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "created",
                "created app",
                "created app#x",
                "created App#1",
                "started app#1",
                "started app#1 \"open",
                "started app#1 \"ends in \\",
                "exited app#1",
                "exited app#1 0",
                "exited app#1 zero Completed",
                "exited app#1 0 Finished",
                "hook-started app#1 preStart",
                "hook-finished app#1 preStop",
                "hook-finished app#1 preStop perhaps",
                "hook-finished app#1 preStop answered",
                "hook-finished app#1 preStop answered often",
                "hook-finished app#1 preStop failed",
                "probe app#1 liveness failed",
                "probe app#1 life failed \"\"",
                "probe app#1 liveness unsure \"\"",
                "stop 30s",
                "stop ms",
                "timer",
                "timer tea"
            })
    void refusesWhatIsNoEvent(String text) {
        assertThatThrownBy(() -> EventText.read(text, AT))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
