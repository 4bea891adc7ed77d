package dev.bookend.agent.journal;

import dev.bookend.agent.line.SummedLine;
import dev.bookend.lifecycle.life.Action;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.Event.HookStarted;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.Step;
import dev.bookend.lifecycle.text.EventText;
import dev.bookend.lifecycle.text.StateText;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// What the lines of a journal say.
public final class JournalLine {
    private static final String BOOT = "boot ";
    private static final String END = "ended ";
    private static final String STATE = "state ";
    private static final String BEGUN = "begun ";

    private JournalLine() {}

    public static byte[] of(String text) {
        return SummedLine.of(text);
    }

    /// Time and event; behind a tab, for the reader, what was decided.
    public static byte[] of(Event event, Step step) {
        var actions =
                step.actions().stream()
                        .map(JournalLine::words)
                        .collect(Collectors.joining("; ", "\t", ""));
        return of(event.at() + " " + EventText.write(event) + actions);
    }

    static byte[] ofBoot(String boot) {
        return of(BOOT + boot);
    }

    /// Behind the last event, so that a reader without the plan sees that the life is over.
    static Optional<byte[]> ofEnd(PodState pod) {
        return pod.stage() instanceof PodStage.Ended(_, var phase, _)
                ? Optional.of(of(END + phase.word()))
                : Optional.empty();
    }

    /// The state, and the hooks that were begun before it.
    public static List<byte[]> of(JournalSnapshot snapshot) {
        var lines = new ArrayList<byte[]>();
        lines.add(of(STATE + snapshot.events() + " " + StateText.write(snapshot.pod())));
        snapshot.hooks()
                .forEach(
                        (run, at) -> {
                            var event = new HookStarted(run.attempt(), run.hook(), at);
                            lines.add(of(BEGUN + at + " " + EventText.write(event)));
                        });
        return lines;
    }

    private static String words(Action action) {
        return switch (action) {
            case Action.StartContainer(var attempt, var reason) ->
                    "start " + attempt + " " + reason;
            case Action.RunHook(var attempt, var hook, var reason) ->
                    "hook " + attempt + " " + hook.word() + " " + reason;
            case Action.SignalContainer(var attempt, var signal, var reason) ->
                    "signal " + attempt + " " + signal.name() + " " + reason;
        };
    }

    static Optional<String> boot(String text) {
        return text.startsWith(BOOT)
                ? Optional.of(text.substring(BOOT.length()))
                : Optional.empty();
    }

    static boolean isEnd(String text) {
        return text.startsWith(END);
    }

    static boolean isState(String text) {
        return text.startsWith(STATE);
    }

    static JournalSnapshot snapshot(String text) throws JournalDamage {
        var words = text.substring(STATE.length());
        var cut = words.indexOf(' ');
        try {
            var events = Long.parseLong(words.substring(0, Math.max(0, cut)));
            return new JournalSnapshot(StateText.read(words.substring(cut + 1)), Map.of(), events);
        } catch (IllegalArgumentException _) {
            throw new JournalDamage("it says \"%s\", which is no state".formatted(text));
        }
    }

    /// The beginning of a hook, as an event that the state has taken in already.
    static Optional<HookStarted> begun(String text) throws JournalDamage {
        return text.startsWith(BEGUN)
                        && event(text.substring(BEGUN.length())) instanceof HookStarted hook
                ? Optional.of(hook)
                : Optional.empty();
    }

    static Event event(String text) throws JournalDamage {
        var tab = text.indexOf('\t');
        var said = tab < 0 ? text : text.substring(0, tab);
        var cut = said.indexOf(' ');
        try {
            var at = Instant.parse(said.substring(0, Math.max(0, cut)));
            return EventText.read(said.substring(cut + 1), at);
        } catch (DateTimeException | IllegalArgumentException | ArithmeticException unknown) {
            throw new JournalDamage("it says \"%s\", which is no event".formatted(text));
        }
    }
}
