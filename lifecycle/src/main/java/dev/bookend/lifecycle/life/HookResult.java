package dev.bookend.lifecycle.life;

/// How a hook ended.
public sealed interface HookResult {
    record Succeeded() implements HookResult {}

    /// The receiver answered with an HTTP status of 400 or more.
    record Answered(int status) implements HookResult {}

    record Failed(String message) implements HookResult {}
}
