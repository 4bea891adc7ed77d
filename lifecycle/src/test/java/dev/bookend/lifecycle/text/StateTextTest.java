package dev.bookend.lifecycle.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bookend.lifecycle.life.ConditionType;
import dev.bookend.lifecycle.life.Conditions;
import dev.bookend.lifecycle.life.Conditions.Condition;
import dev.bookend.lifecycle.life.ContainerLife;
import dev.bookend.lifecycle.life.ContainerState;
import dev.bookend.lifecycle.life.ContainerState.PreStopDue;
import dev.bookend.lifecycle.life.Health;
import dev.bookend.lifecycle.life.PastRun;
import dev.bookend.lifecycle.life.PodPhase;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.Reason;
import dev.bookend.lifecycle.life.Run;
import dev.bookend.lifecycle.life.Stop;
import dev.bookend.lifecycle.life.StopCause;
import dev.bookend.lifecycle.plan.LaunchFact;
import dev.bookend.lifecycle.recreate.FailurePolicy;
import dev.bookend.lifecycle.recreate.RecreateFailure;
import dev.bookend.lifecycle.recreate.RecreatePart;
import dev.bookend.lifecycle.recreate.RecreateProgress;
import dev.bookend.lifecycle.recreate.RecreateRequest;
import dev.bookend.lifecycle.recreate.RecreateStage;
import dev.bookend.lifecycle.recreate.RecreateStrategy;
import dev.bookend.lifecycle.recreate.RecreateTarget;
import dev.bookend.lifecycle.recreate.RequestId;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.RuntimeId;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;

class StateTextTest {
    private static final Instant T = Instant.parse("2026-01-01T00:00:00.000000001Z");
    private static final Attempt APP = new Attempt(new ContainerName("app"), 7);
    private static final Run RUN = new Run(APP, new RuntimeId("a \"b\""), T, Health.STARTED);
    private static final Stop STOP =
            new Stop(Reason.ITS_TURN, Stop.Scope.POD, Instant.parse("2026-01-02T00:00:00Z"));

    static Stream<ContainerState> states() {
        return Stream.of(
                new ContainerState.Waiting(T),
                new ContainerState.Starting(APP, T),
                new ContainerState.Withdrawn(APP, T),
                new ContainerState.PostStarting(RUN),
                new ContainerState.Running(RUN),
                new ContainerState.AwaitingTurn(RUN, PreStopDue.AT_TURN, T),
                new ContainerState.PreStopping(RUN, STOP, true, T),
                new ContainerState.Stopping(RUN, STOP, T),
                new ContainerState.Killed(RUN, STOP, T),
                new ContainerState.BackingOff(T, T.plusSeconds(10)),
                new ContainerState.Finished(Exit.of(3), T));
    }

    static Stream<PodStage> stages() {
        return Stream.of(
                new PodStage.Unborn(),
                new PodStage.Active(T),
                new PodStage.Terminating(
                        StopCause.REQUESTED, T, T.plusSeconds(9), PodStage.Tempo.OVERDUE),
                new PodStage.Ended(StopCause.COMPLETED, PodPhase.SUCCEEDED, T));
    }

    @ParameterizedTest
    @MethodSource("states")
    void everyContainerStateIsReadAgain(ContainerState state) {
        var pod = pod(new PodStage.Active(T), state);
        assertThat(StateText.read(StateText.write(pod))).isEqualTo(pod);
    }

    @ParameterizedTest
    @MethodSource("stages")
    void everyStageIsReadAgain(PodStage stage) {
        var pod = pod(stage, new ContainerState.Waiting(T));
        assertThat(StateText.read(StateText.write(pod))).isEqualTo(pod);
    }

    /// A journal of an earlier release is read by these words. `-Dgolden.update=true` rewrites
    /// them.
    @Test
    void everyStateKeepsItsWords() throws IOException {
        var waiting = new ContainerState.Waiting(T);
        var active = new PodStage.Active(T);
        var pods =
                Stream.of(
                        states().map(it -> pod(active, it)),
                        stages().map(it -> pod(it, waiting)),
                        recreateStages()
                                .map(it -> recreations(it, new RecreatePart.Pending()))
                                .map(it -> with(pod(active, waiting), it)),
                        parts().map(it -> recreations(new RecreateStage.Working(T), it))
                                .map(it -> with(pod(active, waiting), it)));
        var words = pods.flatMap(it -> it).map(StateText::write).toList();
        var golden = Path.of("src/test/resources/golden/states.txt");
        if (Boolean.getBoolean("golden.update")) {
            Files.write(golden, words);
        }
        assertThat(words).isEqualTo(Files.readAllLines(golden));
    }

    @Test
    void aStateStandsOnOneLine() {
        assertThat(StateText.write(pod(new PodStage.Active(T), new ContainerState.Waiting(T))))
                .doesNotContain("\n", "\t");
    }

    @Test
    void whatIsCutShortIsNoState() {
        var words =
                List.of(
                        StateText.write(
                                        pod(
                                                new PodStage.Active(T),
                                                new ContainerState.Running(RUN)))
                                .split(" "));
        for (var i = 0; i < words.size(); i++) {
            var cut = String.join(" ", words.subList(0, i));
            assertThatThrownBy(() -> StateText.read(cut))
                    .as(cut)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static PodState pod(PodStage stage, ContainerState state) {
        var past = new PastRun(APP, Exit.of(1), "it said\n\t\"no\"", T, T.plusMillis(5));
        var lives = new LinkedHashMap<ContainerName, ContainerLife>();
        lives.put(
                APP.container(),
                new ContainerLife(state, LaunchFact.SATISFIED, 7, 2, Optional.of(past)));
        lives.put(
                new ContainerName("proxy"),
                new ContainerLife(
                        new ContainerState.Waiting(T),
                        LaunchFact.UNDER_WAY,
                        0,
                        0,
                        Optional.empty()));
        var ready = new Condition(false, "ContainersNotReady", "unready: [app]", T);
        return new PodState(
                stage,
                T,
                lives,
                new Conditions(Map.of(ConditionType.READY, ready)),
                recreations(new RecreateStage.Working(T), new RecreatePart.Pending()),
                T);
    }

    private static SequencedMap<RequestId, RecreateProgress> recreations(
            RecreateStage stage, RecreatePart part) {
        var target = new RecreateTarget(APP.container(), Optional.of(new RuntimeId("x \"y\"")), 3);
        var strategy =
                new RecreateStrategy(
                        FailurePolicy.IGNORE,
                        true,
                        false,
                        Duration.ofSeconds(5),
                        Optional.of(Duration.ofSeconds(1)),
                        Duration.ofSeconds(2));
        var request =
                new RecreateRequest(
                        new RequestId("one", "uid"),
                        List.of(target),
                        strategy,
                        Optional.of(Duration.ofMinutes(1)),
                        Optional.of(Duration.ofMinutes(2)),
                        T);
        var parts = new LinkedHashMap<ContainerName, RecreatePart>();
        parts.put(APP.container(), part);
        var all = new LinkedHashMap<RequestId, RecreateProgress>();
        all.put(request.id(), new RecreateProgress(request, stage, parts));
        return all;
    }

    static Stream<RecreateStage> recreateStages() {
        return Stream.of(
                new RecreateStage.Queued(),
                new RecreateStage.Unready(T),
                new RecreateStage.Working(T),
                new RecreateStage.Completed(RecreateStage.Ending.POD_GONE, T));
    }

    static Stream<RecreatePart> parts() {
        return Stream.of(
                new RecreatePart.Pending(),
                new RecreatePart.Held(T),
                new RecreatePart.Stopping(new RuntimeId("a b"), true, T),
                new RecreatePart.Recreating(false, T),
                new RecreatePart.Succeeded(true),
                new RecreatePart.Failed(true, RecreateFailure.NOT_READY));
    }

    @ParameterizedTest
    @MethodSource("recreateStages")
    void everyStageOfARequestIsReadAgain(RecreateStage stage) {
        assertReadAgain(recreations(stage, new RecreatePart.Pending()));
    }

    @ParameterizedTest
    @MethodSource("parts")
    void everyPartOfARequestIsReadAgain(RecreatePart part) {
        assertReadAgain(recreations(new RecreateStage.Working(T), part));
    }

    private static void assertReadAgain(SequencedMap<RequestId, RecreateProgress> recreations) {
        var pod = with(pod(new PodStage.Active(T), new ContainerState.Waiting(T)), recreations);
        assertThat(StateText.read(StateText.write(pod))).isEqualTo(pod);
    }

    private static PodState with(
            PodState pod, SequencedMap<RequestId, RecreateProgress> recreations) {
        return new PodState(
                pod.stage(),
                pod.begun(),
                pod.containers(),
                pod.conditions(),
                recreations,
                pod.latest());
    }
}
