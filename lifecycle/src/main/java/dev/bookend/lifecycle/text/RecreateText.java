package dev.bookend.lifecycle.text;

import dev.bookend.lifecycle.recreate.FailurePolicy;
import dev.bookend.lifecycle.recreate.RecreateRequest;
import dev.bookend.lifecycle.recreate.RecreateStrategy;
import dev.bookend.lifecycle.recreate.RecreateTarget;
import dev.bookend.lifecycle.recreate.RequestId;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.RuntimeId;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A recreate request as words of a journal: pairs of a key and its value, targets last.
final class RecreateText {
    private final List<RecreateTarget> targets = new ArrayList<>();
    private final List<String> words;
    private FailurePolicy policy = FailurePolicy.FAIL;
    private Instant created = Instant.EPOCH;
    private boolean ordered;
    private boolean force;
    private Duration grace = Duration.ZERO;
    private Optional<Duration> unready = Optional.empty();
    private Duration minStarted = Duration.ZERO;
    private Optional<Duration> deadline = Optional.empty();
    private Optional<Duration> ttl = Optional.empty();

    private RecreateText(List<String> words) {
        this.words = words;
    }

    static String write(RecreateRequest request) {
        var strategy = request.strategy();
        var words = new ArrayList<String>();
        words.add("created " + request.created());
        words.add("policy " + strategy.failurePolicy().word());
        words.add("ordered " + strategy.ordered());
        words.add("force " + strategy.force());
        words.add("grace " + millis(strategy.grace()));
        strategy.unready().ifPresent(it -> words.add("unready " + millis(it)));
        words.add("min-started " + millis(strategy.minStarted()));
        request.activeDeadline().ifPresent(it -> words.add("deadline " + millis(it)));
        request.ttl().ifPresent(it -> words.add("ttl " + millis(it)));
        request.targets().forEach(it -> words.add("target " + target(it)));
        return id(request.id()) + " " + String.join(" ", words);
    }

    static String id(RequestId id) {
        return Words.quote(id.name()) + " " + Words.quote(id.uid());
    }

    private static String millis(Duration length) {
        return length.toMillis() + "ms";
    }

    /// Name and restart count, and the id without which there was no process.
    private static String target(RecreateTarget target) {
        var id = target.id().map(RuntimeId::text).orElse("");
        return "%s#%d %s".formatted(target.name(), target.restartCount(), Words.quote(id));
    }

    /// Reads the words behind the event's own.
    static RecreateRequest read(List<String> words) {
        return new RecreateText(words).read();
    }

    static RequestId id(List<String> words) {
        return new RequestId(word(words, 1), word(words, 2));
    }

    private RecreateRequest read() {
        for (var at = 3; at < words.size(); at += 2) {
            var key = word(words, at);
            var value = word(words, at + 1);
            if (key.equals("target")) {
                targets.add(target(value, word(words, at + 2)));
                at++;
            } else {
                take(key, value);
            }
        }
        var strategy = new RecreateStrategy(policy, ordered, force, grace, unready, minStarted);
        return new RecreateRequest(id(words), targets, strategy, deadline, ttl, created);
    }

    private void take(String key, String value) {
        switch (key) {
            case "created" -> created = instant(value);
            case "policy" ->
                    policy = FailurePolicy.ofWord(value).orElseThrow(() -> unknown(key, value));
            case "ordered" -> ordered = Boolean.parseBoolean(value);
            case "force" -> force = Boolean.parseBoolean(value);
            case "grace" -> grace = length(value);
            case "unready" -> unready = Optional.of(length(value));
            case "min-started" -> minStarted = length(value);
            case "deadline" -> deadline = Optional.of(length(value));
            case "ttl" -> ttl = Optional.of(length(value));
            default -> throw unknown(key, value);
        }
    }

    private static RecreateTarget target(String name, String id) {
        var cut = name.indexOf('#');
        if (cut < 0) {
            throw unknown("target", name);
        }
        return new RecreateTarget(
                new ContainerName(name.substring(0, cut)),
                Optional.of(id).filter(text -> !text.isEmpty()).map(RuntimeId::new),
                Integer.parseInt(name.substring(cut + 1)));
    }

    private static Duration length(String text) {
        if (!text.endsWith("ms")) {
            throw unknown("length of time", text);
        }
        return Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)));
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException _) {
            throw unknown("time", text);
        }
    }

    private static String word(List<String> words, int index) {
        if (index >= words.size()) {
            throw new IllegalArgumentException("too few words: " + words);
        }
        return words.get(index);
    }

    private static IllegalArgumentException unknown(String key, String value) {
        return new IllegalArgumentException("not a %s: %s".formatted(key, value));
    }
}
