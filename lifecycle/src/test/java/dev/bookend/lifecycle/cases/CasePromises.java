package dev.bookend.lifecycle.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.lifecycle.engine.Engine;
import dev.bookend.lifecycle.engine.Timers;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.Reason;
import dev.bookend.lifecycle.life.Timer;
import dev.bookend.lifecycle.plan.PodPlan;

/// What holds at every point of every case.
final class CasePromises {
    private CasePromises() {}

    static void check(PodPlan plan, PodState pod, Event last) {
        anEventThatComesTwiceChangesNothing(plan, pod, last);
        aTimerThatFiresTooEarlyChangesNothing(plan, pod, last);
        aRestartOfTheAgentChangesNothing(plan, pod, last);
    }

    private static void anEventThatComesTwiceChangesNothing(
            PodPlan plan, PodState pod, Event event) {
        if (event instanceof Event.AgentRestarted
                || event instanceof Event.SandboxLost
                || isAnyTimerDue(plan, pod, event)) {
            return;
        }
        var again = Engine.step(plan, pod, event);
        assertThat(again.pod()).as("the state after a second " + event).isEqualTo(pod);
        assertThat(again.actions()).as("the actions after a second " + event).isEmpty();
    }

    private static boolean isAnyTimerDue(PodPlan plan, PodState pod, Event last) {
        return Timers.due(plan, pod).values().stream().anyMatch(due -> !due.isAfter(last.at()));
    }

    private static void aTimerThatFiresTooEarlyChangesNothing(
            PodPlan plan, PodState pod, Event last) {
        if (isAnyTimerDue(plan, pod, last)) {
            return;
        }
        for (var kind : Timer.Kind.values()) {
            var early = Engine.step(plan, pod, new Event.TimerFired(Timer.of(kind), last.at()));
            assertThat(early.pod()).as("the state after an early timer").isEqualTo(pod);
            assertThat(early.actions()).as("the actions after an early timer").isEmpty();
            assertThat(early.notices()).as("the notices after an early timer").isEmpty();
        }
    }

    private static void aRestartOfTheAgentChangesNothing(PodPlan plan, PodState pod, Event last) {
        var restarted = Engine.step(plan, pod, new Event.AgentRestarted(last.at()));
        assertThat(restarted.pod()).as("the state after a restart").isEqualTo(pod);
        assertThat(restarted.actions())
                .as("the actions after a restart")
                .allMatch(action -> action.reason() == Reason.AGENT_RESTARTED);
        assertThat(restarted.notices()).as("the notices after a restart").isEmpty();
    }
}
