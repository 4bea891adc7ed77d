package dev.bookend.agent.life;

import static dev.bookend.agent.charge.TestPods.charge;
import static dev.bookend.agent.charge.TestPods.container;
import static dev.bookend.agent.charge.TestPods.exec;
import static dev.bookend.agent.charge.TestPods.hooks;
import static dev.bookend.agent.charge.TestPods.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.agent.charge.PodCharge;
import dev.bookend.agent.journal.RecordedLife;
import dev.bookend.agent.life.Mortal.Moment;
import dev.bookend.agent.loop.PodWatcher;
import dev.bookend.lifecycle.engine.RecreateSight;
import dev.bookend.lifecycle.life.ContainerState.Running;
import dev.bookend.lifecycle.life.Notice;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.recreate.RecreateAdmission;
import dev.bookend.lifecycle.recreate.RecreateProgress;
import dev.bookend.lifecycle.recreate.RecreateRequest;
import dev.bookend.lifecycle.recreate.RecreateSpec;
import dev.bookend.lifecycle.recreate.RecreateVerdict.Accepted;
import dev.bookend.lifecycle.recreate.RequestId;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// An agent that dies at any record of a request kills no container twice and forgets none. Shows
/// CRR-10.
class RecreateCrashTest {
    private static final RequestId ID = new RequestId("one", "uid-1");

    @TempDir Path directory;

    @ParameterizedTest
    @CsvSource({
        "RECORDED,false,false",
        "ACTED,false,false",
        "RECORDED,true,true",
        "ACTED,true,true"
    })
    void theRequestGoesOnAfterACrashAtAnyRecord(Moment moment, boolean ordered, boolean force)
            throws Exception {
        var record = 1;
        while (dies(moment, record, ordered, force)) {
            record++;
        }
        assertThat(record).as("records of an undisturbed life").isGreaterThan(15);
    }

    /// Lives with an agent that dies at a record and one that goes on; false if the life was over
    /// before.
    private boolean dies(Moment moment, int record, boolean ordered, boolean force)
            throws Exception {
        var name = "%s-%d-%s-%s".formatted(moment, record, ordered, force);
        try (var agent = new TestAgent(directory.resolve(name))) {
            var charge =
                    charge(
                            pod(
                                    RestartPolicy.ON_FAILURE,
                                    container("app", "serve")
                                            .lifecycle(hooks(Optional.empty(), exec("exit 0"))),
                                    container("db", "serve"),
                                    container("other", "serve")));
            var user = new User(ordered, force);
            var mortal = new Mortal(moment, record, RecreateCrashTest::die);
            var journal = agent.state.pod(charge.name()).journal();
            var died =
                    crash(agent, charge, user, mortal)
                            && !RecordedLife.read(journal).orElseThrow().closed();
            if (died) {
                user.life = new CompletableFuture<>();
                var life = agent.begin(charge, user);
                user.life.complete(life);
                TestAgent.await(life);
            }
            assertHistory(agent.world.happened, user, name);
            return died;
        }
    }

    private static boolean crash(TestAgent agent, PodCharge charge, User user, Mortal mortal)
            throws Exception {
        var life = agent.begin(charge, user.after(mortal), mortal::recording);
        user.life.complete(life);
        try {
            TestAgent.await(life);
            return false;
        } catch (ExecutionException death) {
            assertThat(death).hasCauseInstanceOf(Death.class);
            return true;
        }
    }

    private static void assertHistory(List<String> happened, User user, String when) {
        assertThat(happened.stream().filter(each -> each.startsWith("start")))
                .as(when)
                .containsExactlyInAnyOrder(
                        "start app#1", "start db#1", "start other#1", "start app#2", "start db#2");
        var ends = happened.stream().filter(each -> each.startsWith("end")).toList();
        assertThat(ends.subList(0, 2)).as(when).containsExactly("end app#1", "end db#1");
        assertThat(happened)
                .as(when)
                .containsSubsequence("exec app#1 prestop-1", "TERM app#1", "end app#1", "end db#1");
        assertThat(happened.stream().filter("exec app#1 prestop-1"::equals))
                .as("%s: a hook that is taken over runs once", when)
                .hasSize(1);
        assertThat(user.last)
                .as(when)
                .hasValueSatisfying(it -> assertThat(it.isSuccess()).isTrue());
    }

    private static void die() {
        throw new Death();
    }

    private static final class Death extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /// Makes one request as soon as everything is ready, makes it again after a crash as an API
    /// does, and ends the pod when the request has completed.
    private static final class User implements PodWatcher {
        private final boolean ordered;
        private final boolean force;
        private Optional<RecreateRequest> made = Optional.empty();
        private Optional<RecreateProgress> last = Optional.empty();
        private CompletableFuture<PodLife> life = new CompletableFuture<>();

        User(boolean ordered, boolean force) {
            this.ordered = ordered;
            this.force = force;
        }

        PodWatcher after(PodWatcher first) {
            return new PodWatcher() {
                @Override
                public void told(PodPlan plan, Notice notice) {}

                @Override
                public void changed(PodPlan plan, PodState pod) {
                    first.changed(plan, pod);
                    User.this.changed(plan, pod);
                }
            };
        }

        @Override
        public void told(PodPlan plan, Notice notice) {}

        @Override
        public void changed(PodPlan plan, PodState pod) {
            var progress = Optional.ofNullable(pod.recreations().get(ID));
            last = progress.or(() -> last);
            if (progress.filter(RecreateProgress::isOver).isPresent() && isReady(pod)) {
                ask(it -> it.stop(Optional.empty()));
            } else if (progress.isEmpty() && isReady(pod)) {
                made = made.or(() -> Optional.of(request(plan, pod)));
                var wanted = made.orElseThrow();
                ask(it -> it.recreate(wanted));
            }
        }

        private void ask(Consumer<PodLife> wish) {
            var here = life;
            Thread.ofVirtual().start(() -> wish.accept(here.join()));
        }

        private static boolean isReady(PodState pod) {
            return pod.containers().values().stream()
                    .allMatch(
                            one -> one.state() instanceof Running running && running.run().ready());
        }

        private RecreateRequest request(PodPlan plan, PodState pod) {
            var spec =
                    new RecreateSpec(
                            "web",
                            Stream.of("app", "db")
                                    .map(each -> new RecreateSpec.Entry(each, List.of()))
                                    .toList(),
                            new RecreateSpec.Strategy(
                                    Optional.empty(),
                                    ordered,
                                    force,
                                    Optional.empty(),
                                    Optional.empty(),
                                    Optional.empty()),
                            Optional.empty(),
                            Optional.empty());
            var judged =
                    RecreateAdmission.judge(
                            spec,
                            ID,
                            Optional.of(RecreateSight.of(plan, pod, "uid", "here")),
                            Instant.now());
            return ((Accepted) judged).request();
        }
    }
}
