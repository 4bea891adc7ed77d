package dev.bookend.agent.call;

import dev.bookend.lifecycle.pod.Handler;
import dev.bookend.lifecycle.value.Attempt;

import java.time.Duration;

/// One call of a handler.
///
/// @param id names this call within its attempt
/// @param keepsOutput whether anybody wants to read what came back
/// @param begun run once, when the command runs or the request is on its way
public record HandlerCall(
        Attempt attempt,
        String id,
        Handler handler,
        Duration limit,
        boolean keepsOutput,
        Runnable begun) {
    /// For calls that somebody else puts an end to.
    public static final Duration NO_LIMIT = Duration.ofDays(1000);
}
