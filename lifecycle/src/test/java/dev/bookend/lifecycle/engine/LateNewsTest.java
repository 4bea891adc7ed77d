package dev.bookend.lifecycle.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.lifecycle.life.Action;
import dev.bookend.lifecycle.life.Action.RunHook;
import dev.bookend.lifecycle.life.Action.StartContainer;
import dev.bookend.lifecycle.life.ContainerState;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.HookResult;
import dev.bookend.lifecycle.life.PastRun;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.Timer;
import dev.bookend.lifecycle.plan.PlanResult;
import dev.bookend.lifecycle.plan.Planner;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.pod.ContainerSpec;
import dev.bookend.lifecycle.pod.ContainerSpecDraft;
import dev.bookend.lifecycle.pod.Handler;
import dev.bookend.lifecycle.pod.HookKind;
import dev.bookend.lifecycle.pod.Lifecycle;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.pod.PodMeta;
import dev.bookend.lifecycle.pod.PodSettings;
import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.rules.Home;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.RuntimeId;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// News that comes after the agent was down carries the time at which it happened, which is past.
class LateNewsTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Attempt APP = new Attempt(new ContainerName("app"), 1);
    private static final Attempt PROXY = new Attempt(new ContainerName("proxy"), 1);
    private final PodPlan plan = plan();
    private PodState pod = PodState.unborn(plan);

    @Test
    void aLateExitGivesTheSidecarsTheirFullGrace() {
        running();
        take(new Event.AgentRestarted(at(100)));
        take(new Event.ContainerExited(APP, Exit.of(0), at(20)));
        assertThat(pod.stage())
                .isInstanceOfSatisfying(
                        PodStage.Terminating.class,
                        stage -> assertThat(stage.deadline()).isEqualTo(at(110)));
        assertThat(pod.life(APP.container()).lastRun().map(PastRun::ended)).contains(at(20));
    }

    @Test
    void aLateExitLeavesTheNextOneItsLastWords() {
        running();
        take(new Event.StopRequested(Optional.empty(), at(20)));
        take(new Event.HookFinished(PROXY, HookKind.PRE_STOP, new HookResult.Succeeded(), at(21)));
        take(new Event.AgentRestarted(at(29)));
        take(new Event.ContainerExited(APP, Exit.of(0), at(22)));
        assertThat(pod.state(PROXY.container()))
                .isInstanceOfSatisfying(
                        ContainerState.Stopping.class,
                        stopping -> assertThat(stopping.signalledAt()).isEqualTo(at(29)));
        take(new Event.TimerFired(Timer.of(Timer.Kind.GRACE), at(30)));
        assertThat(Timers.next(plan, pod))
                .contains(Map.entry(Timer.of(Timer.Kind.KILL, PROXY.container()), at(31)));
    }

    @Test
    void theNextTimerIsTheFirstOfAllThatAreDue() {
        assertThat(Timers.next(plan, pod)).isEmpty();
        running();
        take(new Event.StopRequested(Optional.empty(), at(20)));
        assertThat(Timers.next(plan, pod)).contains(Map.entry(Timer.of(Timer.Kind.GRACE), at(30)));
    }

    @Test
    void noHookBeginsAfterTheDeadline() {
        take(new Event.PodAccepted(at(0)));
        take(new Event.StopRequested(Optional.empty(), at(1)));
        take(new Event.AgentRestarted(at(60)));
        var late = take(new Event.ContainerStarted(PROXY, new RuntimeId("p"), at(2)));
        assertThat(late).noneMatch(RunHook.class::isInstance);
    }

    @Test
    void aStartIsNotAskedForAgainWhileThePodTerminates() {
        take(new Event.PodAccepted(at(0)));
        assertThat(take(new Event.AgentRestarted(at(1))))
                .hasOnlyElementsOfType(StartContainer.class);
        take(new Event.StopRequested(Optional.empty(), at(2)));
        assertThat(take(new Event.AgentRestarted(at(3)))).isEmpty();
        take(new Event.StartFailed(PROXY, "never started", at(3)));
        assertThat(pod.ended()).isTrue();
    }

    private void running() {
        take(new Event.PodAccepted(at(0)));
        take(new Event.ContainerStarted(PROXY, new RuntimeId("p"), at(1)));
        take(new Event.ContainerStarted(APP, new RuntimeId("a"), at(2)));
    }

    private List<Action> take(Event event) {
        var step = Engine.step(plan, pod, event);
        pod = step.pod();
        return step.actions();
    }

    private static Instant at(int seconds) {
        return START.plusSeconds(seconds);
    }

    private static PodPlan plan() {
        var hook = Optional.<Handler>of(new Handler.Exec(List.of("true")));
        var sidecar =
                new Lifecycle(Optional.empty(), hook, Optional.empty(), Optional.of("Sidecar"));
        var manifest =
                new PodManifest(
                        PodMeta.named("default", "late"),
                        PodSettings.DEFAULT
                                .withRestartPolicy(RestartPolicy.NEVER)
                                .withGrace(Duration.ofSeconds(10)),
                        List.of(),
                        List.of(
                                new ContainerSpecDraft("proxy").lifecycle(sidecar).spec(),
                                ContainerSpec.named("app")),
                        List.of());
        return ((PlanResult.Planned) Planner.plan(manifest, Home.EMBEDDED)).plan();
    }
}
