package dev.bookend.agent.journal;

import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.Step;

/// Where every event is written down before anybody acts on it.
///
/// Called once for each event, by the pod's own thread, before its actions are performed.
public interface Journal {
    void append(Event event, Step step);
}
