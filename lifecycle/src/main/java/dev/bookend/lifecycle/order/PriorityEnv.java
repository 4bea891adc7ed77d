package dev.bookend.lifecycle.order;

import dev.bookend.lifecycle.pod.ContainerSpec;
import dev.bookend.lifecycle.pod.EnvValue;
import dev.bookend.lifecycle.pod.EnvVar;

import java.util.Optional;

/// Reads a priority from a container's environment.
final class PriorityEnv {
    private PriorityEnv() {}

    /// Of duplicate entries the last wins (INPUT-3); an entry in error counts as absent.
    static Optional<Priority> read(
            ContainerSpec container,
            String containerPath,
            String variable,
            OrderFindings findings) {
        for (var i = container.env().size() - 1; i >= 0; i--) {
            var entry = container.env().get(i);
            if (entry.name().equals(variable)) {
                return read(entry, containerPath + ".env[" + i + "]", findings);
            }
        }
        return Optional.empty();
    }

    private static Optional<Priority> read(EnvVar entry, String path, OrderFindings findings) {
        if (!(entry.value() instanceof EnvValue.Literal(var text))) {
            findings.refuse(
                    path + ".valueFrom",
                    entry.name(),
                    "%s comes from valueFrom, and an order must be known beforehand"
                            .formatted(entry.name()),
                    "write it as a plain value, as in value: \"1\"");
            return Optional.empty();
        }
        return parse(entry.name(), text, path + ".value", findings);
    }

    private static Optional<Priority> parse(
            String variable, String text, String path, OrderFindings findings) {
        if (!Priority.isInteger(text)) {
            findings.malformed(
                    path,
                    text,
                    "%s is \"%s\", which is not an integer".formatted(variable, text),
                    "write digits only, with a leading '-' if negative, as in \"10\" or \"-1\"");
            return Optional.empty();
        }
        var value = Priority.inRange(text);
        if (value.isEmpty()) {
            findings.refuse(
                    path,
                    text,
                    "%s is %s, which is out of range".formatted(variable, text),
                    "choose a number in " + Priority.RANGE);
        }
        return value.map(number -> new Priority(number, path, true));
    }
}
