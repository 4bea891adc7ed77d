package dev.bookend.agent.life;

import static dev.bookend.agent.charge.TestPods.at;
import static dev.bookend.agent.charge.TestPods.charge;
import static dev.bookend.agent.charge.TestPods.container;
import static dev.bookend.agent.charge.TestPods.exec;
import static dev.bookend.agent.charge.TestPods.hooks;
import static dev.bookend.agent.charge.TestPods.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.agent.charge.PodCharge;
import dev.bookend.agent.container.MemoryWorld;
import dev.bookend.agent.journal.RecordedLife;
import dev.bookend.lifecycle.life.PodPhase;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.pod.RestartPolicy;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

/// An agent that dies at any record of a pod's life loses nothing: the next one brings the same
/// life to the same end.
class AgentCrashTest {
    @TempDir Path directory;

    @ParameterizedTest
    @EnumSource
    void theLifeGoesOnAfterACrashAtAnyRecord(Mortal.Moment moment) throws Exception {
        var records = 1;
        while (dies(moment, records)) {
            records++;
        }
        assertThat(records).as("records of an undisturbed life").isGreaterThan(12);
    }

    /// Lives a pod with an agent that dies at a record and one that goes on; false if the life was
    /// over before.
    private boolean dies(Mortal.Moment moment, int record) throws Exception {
        try (var agent = new TestAgent(directory.resolve(moment + "-" + record))) {
            var charge = charge(web());
            var journal = agent.state.pod(charge.name()).journal();
            var died =
                    crash(agent, charge, new Mortal(moment, record, AgentCrashTest::die))
                            && !RecordedLife.read(journal).orElseThrow().closed();
            if (died) {
                var stopper = new Stopper();
                var life = agent.begin(charge, stopper);
                stopper.life.complete(life);
                assertEnd(TestAgent.await(life));
            }
            assertHistory(agent.world, "%s at record %d".formatted(moment, record));
            return died;
        }
    }

    private static boolean crash(TestAgent agent, PodCharge charge, Mortal mortal)
            throws Exception {
        var life = agent.begin(charge, mortal, mortal::recording);
        mortal.life.complete(life);
        try {
            assertEnd(TestAgent.await(life));
            return false;
        } catch (ExecutionException death) {
            assertThat(death).hasCauseInstanceOf(Death.class);
            return true;
        }
    }

    private static PodManifest web() {
        var proxy =
                container("proxy", "serve")
                        .lifecycle(hooks(Optional.empty(), exec("exit 0")))
                        .env("PROXY", "yes");
        var app = container("app", "serve").lifecycle(hooks(exec("exit 0"), exec("exit 0")));
        return pod(RestartPolicy.ALWAYS, at(1, app), at(2, proxy));
    }

    private static void assertEnd(PodState pod) {
        assertThat(pod.stage())
                .isInstanceOfSatisfying(
                        PodStage.Ended.class,
                        end -> assertThat(end.phase()).isEqualTo(PodPhase.SUCCEEDED));
    }

    private static void assertHistory(MemoryWorld world, String when) {
        assertThat(world.running()).as(when).isEmpty();
        assertThat(world.prepared()).as(when).isEmpty();
        assertThat(world.happened.stream().filter(each -> !each.startsWith("exec")).distinct())
                .as(when)
                .containsExactly(
                        "start proxy#1",
                        "start app#1",
                        "TERM app#1",
                        "end app#1",
                        "TERM proxy#1",
                        "end proxy#1");
        assertThat(world.happened)
                .as(when)
                .containsSubsequence("exec app#1 poststart-1", "exec app#1 prestop-1", "TERM app#1")
                .containsSubsequence("exec proxy#1 prestop-1", "TERM proxy#1");
        assertThat(world.happened.stream().filter(each -> each.startsWith("start")))
                .as(when)
                .doesNotHaveDuplicates();
    }

    private static void die() {
        throw new Death();
    }

    private static final class Death extends RuntimeException {
        private static final long serialVersionUID = 1;
    }
}
