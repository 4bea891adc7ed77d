package dev.bookend.lifecycle.pod;

import java.util.Optional;

/// A container's hooks, stop signal and KEP-753 type, the words as written.
public record Lifecycle(
        Optional<Handler> postStart,
        Optional<Handler> preStop,
        Optional<String> stopSignal,
        Optional<String> type) {
    public static final Lifecycle NONE =
            new Lifecycle(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    public Optional<Handler> hook(HookKind kind) {
        return switch (kind) {
            case POST_START -> postStart;
            case PRE_STOP -> preStop;
        };
    }
}
