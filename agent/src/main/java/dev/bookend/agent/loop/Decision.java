package dev.bookend.agent.loop;

import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.Step;
import dev.bookend.lifecycle.plan.PodPlan;

/// What an event comes to. There is one in production, `Engine::step`; the simulator also passes
/// broken ones, to show that its invariants notice.
@FunctionalInterface
public interface Decision {
    Step step(PodPlan plan, PodState pod, Event event);
}
