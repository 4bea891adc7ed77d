package dev.bookend.agent;

import dev.bookend.lifecycle.Action;
import dev.bookend.lifecycle.Event;
import dev.bookend.lifecycle.EventText;
import dev.bookend.lifecycle.PodStage;
import dev.bookend.lifecycle.PodState;
import dev.bookend.lifecycle.Step;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;

/// One line of a journal: a checksum in eight hexadecimal digits, a space, and what it covers.
final class JournalLine {
    private static final int SUM_DIGITS = 8;
    private static final String BOOT = "boot ";
    private static final String END = "ended ";

    private JournalLine() {}

    static byte[] of(String text) {
        var body = text.getBytes(StandardCharsets.UTF_8);
        var sum = "%08x ".formatted(sum(body, 0, body.length));
        return (sum + text + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /// Time and event; behind a tab, for the reader, what was decided.
    static byte[] of(Event event, Step step) {
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

    private static String words(Action action) {
        return switch (action) {
            case Action.StartContainer(var attempt, var reason) ->
                    "start %s %s".formatted(attempt, reason);
            case Action.RunHook(var attempt, var hook, var reason) ->
                    "hook %s %s %s".formatted(attempt, hook.word(), reason);
            case Action.SignalContainer(var attempt, var signal, var reason) ->
                    "signal %s %s %s".formatted(attempt, signal.name(), reason);
        };
    }

    /// What the line says, if its checksum is right. The line comes without its end.
    static Optional<String> read(byte[] bytes, int from, int to) {
        if (to - from <= SUM_DIGITS || bytes[from + SUM_DIGITS] != ' ') {
            return Optional.empty();
        }
        var begin = from + SUM_DIGITS + 1;
        var sum = "%08x".formatted(sum(bytes, begin, to - begin));
        return sum.equals(new String(bytes, from, SUM_DIGITS, StandardCharsets.UTF_8))
                ? Optional.of(new String(bytes, begin, to - begin, StandardCharsets.UTF_8))
                : Optional.empty();
    }

    static Optional<String> boot(String text) {
        return text.startsWith(BOOT)
                ? Optional.of(text.substring(BOOT.length()))
                : Optional.empty();
    }

    static boolean isEnd(String text) {
        return text.startsWith(END);
    }

    static Event event(String text) throws JournalDamage {
        var cut = text.indexOf(' ');
        var tab = text.indexOf('\t');
        try {
            var at = Instant.parse(text.substring(0, Math.max(0, cut)));
            return EventText.read(text.substring(cut + 1, tab < 0 ? text.length() : tab), at);
        } catch (DateTimeParseException | IllegalArgumentException unknown) {
            throw new JournalDamage("it says \"%s\", which is no event".formatted(text));
        }
    }

    private static int sum(byte[] bytes, int from, int length) {
        var crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }
}
