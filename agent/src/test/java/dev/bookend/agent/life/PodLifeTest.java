package dev.bookend.agent.life;

import static dev.bookend.agent.charge.TestPods.at;
import static dev.bookend.agent.charge.TestPods.charge;
import static dev.bookend.agent.charge.TestPods.container;
import static dev.bookend.agent.charge.TestPods.exec;
import static dev.bookend.agent.charge.TestPods.hooks;
import static dev.bookend.agent.charge.TestPods.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.bookend.agent.charge.PodCharge;
import dev.bookend.agent.charge.PodRefused;
import dev.bookend.agent.opening.EarlierLives;
import dev.bookend.agent.opening.PodOpening;
import dev.bookend.agent.request.StopRequest;
import dev.bookend.agent.volume.VolumePlaces;
import dev.bookend.lifecycle.life.Notice;
import dev.bookend.lifecycle.life.NoticeReason;
import dev.bookend.lifecycle.life.PodPhase;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;
import dev.bookend.runtime.GuardedFiles;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

class PodLifeTest {
    @TempDir Path directory;
    private TestAgent agent;
    private final Onlooker onlooker = new Onlooker();

    @BeforeEach
    void open() throws IOException {
        agent = new TestAgent(directory);
    }

    @AfterEach
    void close() throws IOException {
        agent.close();
    }

    @Test
    void containersStartAndExitInOrder() throws Exception {
        var life =
                agent.begin(
                        charge(
                                pod(
                                        RestartPolicy.ALWAYS,
                                        at(1, container("app", "serve")),
                                        at(2, container("proxy", "serve")))),
                        onlooker);
        awaitWord("Ready app");
        life.stop(Optional.empty());
        var ended = TestAgent.await(life);
        assertThat(agent.world.happened)
                .containsExactly(
                        "start proxy#1",
                        "start app#1",
                        "TERM app#1",
                        "end app#1",
                        "TERM proxy#1",
                        "end proxy#1");
        assertThat(ended.stage())
                .isInstanceOfSatisfying(
                        PodStage.Ended.class,
                        end -> assertThat(end.phase()).isEqualTo(PodPhase.SUCCEEDED));
        assertThat(onlooker.words()).last().isEqualTo("PodStopped");
    }

    /// Shows HOOK-6.
    @Test
    void hooksRunAroundTheContainerAndLeaveTheirOutput() throws Exception {
        var app = container("app", "serve").lifecycle(hooks(exec("exit 0"), exec("exit 3")));
        var life = agent.begin(charge(pod(RestartPolicy.ALWAYS, app)), onlooker);
        awaitWord("Ready app");
        life.stop(Optional.empty());
        TestAgent.await(life);
        assertThat(agent.world.happened)
                .containsExactly(
                        "start app#1",
                        "exec app#1 poststart-1",
                        "exec app#1 prestop-1",
                        "TERM app#1",
                        "end app#1");
        assertThat(notice(NoticeReason.FAILED_PRE_STOP_HOOK).message())
                .contains("exited with code 3")
                .doesNotContain("said");
        assertThat(life.journal().resolveSibling("hooks/app-1-preStop")).hasContent("said 3");
    }

    @Test
    void aSecondRequestWithoutGraceKillsAtOnce() throws Exception {
        var life =
                agent.begin(
                        charge(pod(RestartPolicy.ALWAYS, container("app", "stubborn"))), onlooker);
        awaitWord("Ready app");
        life.stop(Optional.empty());
        awaitWord("Killing app");
        life.stop(Optional.of(Duration.ZERO));
        TestAgent.await(life);
        assertThat(agent.world.happened)
                .containsExactly("start app#1", "TERM app#1", "KILL app#1", "end app#1");
    }

    @Test
    void theGraceIsKeptByATimer() throws Exception {
        var life =
                agent.begin(
                        charge(pod(RestartPolicy.ALWAYS, container("app", "stubborn"))), onlooker);
        awaitWord("Ready app");
        life.stop(Optional.of(Duration.ofSeconds(1)));
        TestAgent.await(life);
        assertThat(agent.world.happened)
                .containsExactly("start app#1", "TERM app#1", "KILL app#1", "end app#1");
    }

    @Test
    void aStartThatFailsSaysWhyAndFollowsThePolicy() throws Exception {
        var life =
                agent.begin(
                        charge(pod(RestartPolicy.NEVER, container("app", "missing -x"))), onlooker);
        var ended = TestAgent.await(life);
        assertThat(notice(NoticeReason.FAILED).message())
                .isEqualTo("Error: there is no program missing (command: missing -x)");
        assertThat(((PodStage.Ended) ended.stage()).phase()).isEqualTo(PodPhase.FAILED);
    }

    @Test
    void aLongCommandThatFailsIsToldInPart() throws Exception {
        var command = "missing " + "x".repeat(100_000);
        TestAgent.await(
                agent.begin(charge(pod(RestartPolicy.NEVER, container("app", command))), onlooker));
        assertThat(notice(NoticeReason.FAILED).message()).endsWith("xxx…)").hasSizeLessThan(400);
    }

    @Test
    void whoWaitsIsPreparedAheadAndTakenBack() throws Exception {
        var never = container("never", "serve");
        var life =
                agent.begin(
                        charge(
                                pod(
                                        RestartPolicy.NEVER,
                                        at(
                                                2,
                                                container("first", "serve")
                                                        .lifecycle(
                                                                hooks(
                                                                        exec("hang"),
                                                                        Optional.empty()))),
                                        at(1, never))),
                        onlooker);
        await().until(() -> agent.world.prepared().contains(attempt("never", 1)));
        life.stop(Optional.empty());
        TestAgent.await(life);
        assertThat(agent.world.happened).doesNotContain("start never#1");
        assertThat(agent.world.prepared()).isEmpty();
    }

    @Test
    void aCrashIsFollowedByARestart() throws Exception {
        var life =
                agent.begin(charge(pod(RestartPolicy.ALWAYS, container("app", "serve"))), onlooker);
        awaitWord("Ready app");
        agent.world.end(attempt("app", 1), 1);
        await().until(() -> agent.world.running().contains(attempt("app", 2)));
        life.stop(Optional.empty());
        TestAgent.await(life);
        assertThat(onlooker.words()).contains("Exited app");
    }

    @Test
    void aPodThatIsTakenIsRefusedWithItsOwner() throws Exception {
        var charge = charge(pod(RestartPolicy.ALWAYS, container("app", "serve")));
        var life = agent.begin(charge, onlooker);
        assertThatThrownBy(() -> agent.begin(charge, onlooker))
                .isInstanceOf(PodRefused.class)
                .hasMessageContaining("process " + ProcessHandle.current().pid());
        life.stop(Optional.of(Duration.ZERO));
        TestAgent.await(life);
    }

    @Test
    void aNewLifeKeepsTheJournalOfTheOneBefore() throws Exception {
        var charge = charge(pod(RestartPolicy.NEVER, container("app", "exit 0")));
        var first = agent.begin(charge, onlooker);
        TestAgent.await(first);
        var record = Files.readAllBytes(first.journal());
        var second = agent.begin(charge, onlooker);
        TestAgent.await(second);
        assertThat(second.isAdopted()).isFalse();
        assertThat(first.journal().resolveSibling("journal.previous")).hasBinaryContent(record);
        assertThat(agent.world.happened).containsSequence("start app#1", "end app#1");
    }

    @Test
    void aNewLifeRemovesWhatTheOneBeforeLeftInMemory() throws Exception {
        var charge = charge(pod(RestartPolicy.NEVER, container("app", "exit 0")));
        var life = agent.begin(charge, onlooker);
        TestAgent.await(life);
        var place = agent.state.pod(life.name());
        var left = VolumePlaces.of(place, Files.readString(place.uid()), GuardedFiles.NONE);
        agent.world.cleared.clear();

        TestAgent.await(agent.begin(charge, onlooker));
        assertThat(agent.world.cleared)
                .contains(left.disk(), left.secret("keys").resolveSibling(".").normalize());
    }

    @Test
    void whatAnEarlierLifeLeftGoesAlsoWhenTheNextAgentsDieBeforeTheyRemovedIt() throws Exception {
        var charge = charge(pod(RestartPolicy.NEVER, container("app", "exit 0")));
        var ended = agent.begin(charge, onlooker);
        TestAgent.await(ended);
        var first = dieRightAfterOpening(charge);
        var second = dieRightAfterOpening(charge);

        var last = agent.begin(charge, onlooker);
        TestAgent.await(last);
        assertThat(agent.world.removed).containsExactly(ended.uid(), first, second);
        TestAgent.await(agent.begin(charge, onlooker));
        assertThat(agent.world.removed).endsWith(second, last.uid()).doesNotHaveDuplicates();
    }

    @Test
    void whatAnEarlierLifeLeftGoesAlsoWhenTheNextOneWasHalfMade() throws Exception {
        var charge = charge(pod(RestartPolicy.NEVER, container("app", "exit 0")));
        var ended = agent.begin(charge, onlooker);
        TestAgent.await(ended);
        var inTheWay = Files.createDirectory(ended.journal().resolveSibling("uid.new"));
        assertThatThrownBy(() -> agent.begin(charge, onlooker)).isInstanceOf(PodRefused.class);
        Files.delete(inTheWay);

        TestAgent.await(agent.begin(charge, onlooker));
        assertThat(agent.world.removed).containsExactly(ended.uid());
    }

    @Test
    void whatAnEarlierLifeLeftGoesWithTheLifeThatIsAdopted() throws Exception {
        var charge = charge(pod(RestartPolicy.NEVER, container("app", "serve")));
        new PodOpening(agent.place()).open(charge).lock().close();
        var left = agent.begin(charge, onlooker);
        awaitWord("Ready app");
        left.leave();
        assertThatThrownBy(() -> TestAgent.await(left)).isInstanceOf(ExecutionException.class);
        new EarlierLives(agent.state.pod(left.name())).note("an-earlier-one");

        var last = agent.begin(charge, onlooker);
        last.stop(Optional.empty());
        TestAgent.await(last);
        assertThat(last.uid()).isEqualTo(left.uid());
        assertThat(agent.world.removed).endsWith("an-earlier-one").doesNotContain(last.uid());
    }

    private String dieRightAfterOpening(PodCharge charge) throws PodRefused, IOException {
        var opened = new PodOpening(agent.place()).open(charge);
        opened.journal().close();
        opened.lock().close();
        return opened.uid();
    }

    @Test
    void aLifeThatIsOverOrWasNotBegunLeavesNothingInItsRuntime() throws Exception {
        var charge = charge(pod(RestartPolicy.NEVER, container("app", "serve")));
        PodLife.open(agent.place(), charge, onlooker).abandon();
        assertThat(agent.world.retired).hasValue(1);

        var left = agent.begin(charge, onlooker);
        awaitWord("Ready app");
        left.leave();
        assertThatThrownBy(() -> TestAgent.await(left)).isInstanceOf(ExecutionException.class);
        PodLife.open(agent.place(), charge, onlooker).abandon();
        assertThat(agent.world.retired).as("while its containers live").hasValue(1);

        var last = agent.begin(charge, onlooker);
        last.stop(Optional.empty());
        TestAgent.await(last);
        assertThat(agent.world.retired).hasValue(2);
    }

    @Test
    void aStopRequestOfAnotherProcessIsHeard() throws Exception {
        var life =
                agent.begin(charge(pod(RestartPolicy.ALWAYS, container("app", "serve"))), onlooker);
        awaitWord("Ready app");
        new StopRequest(Optional.of(Duration.ofSeconds(7))).leave(agent.state.pod(life.name()));
        TestAgent.await(life);
        assertThat(onlooker.words()).last().isEqualTo("PodStopped");
    }

    private static Attempt attempt(String name, int number) {
        return new Attempt(new ContainerName(name), number);
    }

    private void awaitWord(String word) {
        await(word).until(() -> onlooker.words().contains(word));
    }

    private Notice notice(NoticeReason reason) {
        return onlooker.notices.stream()
                .filter(each -> each.reason() == reason)
                .findFirst()
                .orElseThrow();
    }
}
