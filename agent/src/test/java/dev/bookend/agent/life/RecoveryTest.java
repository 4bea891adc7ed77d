package dev.bookend.agent.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.agent.charge.TestPods;
import dev.bookend.lifecycle.engine.Engine;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.ExitReason;
import dev.bookend.lifecycle.value.RuntimeId;
import dev.bookend.runtime.Found;
import dev.bookend.runtime.Started;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

class RecoveryTest {
    private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant NOW = T0.plusSeconds(60);
    private static final RuntimeId ID = new RuntimeId("x");
    private static final Attempt APP = new Attempt(new ContainerName("app"), 1);
    private static final Attempt NEXT = new Attempt(new ContainerName("app"), 2);
    private static final Attempt LOG = new Attempt(new ContainerName("log"), 1);
    private static final Started START = new Started(ID, T0.plusSeconds(1));
    private static final Event.ContainerStarted STARTED =
            new Event.ContainerStarted(APP, ID, T0.plusSeconds(1));
    private static final Found.Ended ENDED =
            new Found.Ended(APP, START, Exit.of(3), T0.plusSeconds(5));
    private static final Event.ContainerExited EXITED =
            new Event.ContainerExited(APP, Exit.of(3), T0.plusSeconds(5));

    @Test
    void aStartThatNobodySawIsLearned() {
        assertThat(missed(starting(), new Found.Running(APP, START))).contains(STARTED);
    }

    @Test
    void aStartAndAnExitThatNobodySawAreLearnedInOrder() {
        assertThat(missed(starting(), ENDED)).containsExactly(STARTED, EXITED);
    }

    @Test
    void aKnownRunThatEndedIsLearnedWithItsCode() {
        assertThat(missed(running(), ENDED)).containsExactly(EXITED);
    }

    @Test
    void nothingIsMissedWhenAllIsKnown() {
        assertThat(missed(running(), new Found.Running(APP, START))).isEmpty();
        assertThat(missed(starting(), new Found.Prepared(APP))).isEmpty();
        assertThat(missed(starting())).isEmpty();
    }

    @Test
    void aStartThatDidNotTakePlaceHasFailedInAPodThatTerminates() {
        var stopped =
                after(new Event.PodAccepted(T0), new Event.StopRequested(Optional.empty(), T0));
        assertThat(missed(stopped))
                .singleElement()
                .isInstanceOfSatisfying(
                        Event.StartFailed.class,
                        failed -> assertThat(failed.attempt()).isEqualTo(APP));
        assertThat(missed(stopped, new Found.Running(APP, START))).containsExactly(STARTED);
    }

    @Test
    void aRunWithoutATraceIsLost() {
        var lost = new Exit(137, ExitReason.SHIM_LOST);
        assertThat(missed(running())).containsExactly(new Event.ContainerExited(APP, lost, NOW));
    }

    @Test
    void aRebootLosesAllButTheExitsThatWereSeen() {
        assertThat(Recovery.afterReboot(running(), List.of(ENDED), NOW))
                .containsExactly(EXITED, new Event.SandboxLost(NOW));
        var shimLost =
                new Found.Ended(APP, START, new Exit(137, ExitReason.SHIM_LOST), T0.plusSeconds(5));
        assertThat(Recovery.afterReboot(running(), List.of(shimLost), NOW))
                .containsExactly(new Event.SandboxLost(NOW));
    }

    @Test
    void whatNobodyWantsIsAStray() {
        var found =
                List.<Found>of(
                        new Found.Running(LOG, START),
                        new Found.Running(APP, START),
                        new Found.Prepared(NEXT));
        assertThat(Recovery.strays(running(), found)).containsExactly(LOG);
    }

    private static List<Event> missed(PodState pod, Found... found) {
        return Recovery.events(pod, List.of(found), NOW);
    }

    private static PodState starting() {
        return after(new Event.PodAccepted(T0));
    }

    private static PodState running() {
        return after(new Event.PodAccepted(T0), STARTED);
    }

    private static PodState after(Event... events) {
        var pod = TestPods.pod(RestartPolicy.ALWAYS, TestPods.container("app", "serve"));
        var plan = TestPods.charge(pod).plan();
        var state = PodState.unborn(plan);
        for (var event : events) {
            state = Engine.step(plan, state, event).pod();
        }
        return state;
    }
}
