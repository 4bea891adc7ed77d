package dev.bookend.lifecycle.life;

import java.util.List;

/// What one event came to: the state after it, what to do, and what to tell.
public record Step(PodState pod, List<Action> actions, List<Notice> notices) {
    public Step {
        actions = List.copyOf(actions);
        notices = List.copyOf(notices);
    }
}
