package dev.bookend.agent.life;

import static dev.bookend.agent.charge.TestPods.at;
import static dev.bookend.agent.charge.TestPods.charge;
import static dev.bookend.agent.charge.TestPods.container;
import static dev.bookend.agent.charge.TestPods.exec;
import static dev.bookend.agent.charge.TestPods.hooks;
import static dev.bookend.agent.charge.TestPods.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.lifecycle.value.ContainerName;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A pod whose agent died, and that is deleted instead of run again: no container is started for it
/// any more, whatever happened meanwhile. Shows EXIT-7.
class StopAfterCrashTest {
    private static final Attempt PROXY = new Attempt(new ContainerName("proxy"), 1);

    @TempDir Path directory;

    @ParameterizedTest
    @EnumSource
    void nothingIsStartedThatMayStartOnlyNow(Mortal.Moment moment) throws Exception {
        var records = 1;
        while (dies(moment, records)) {
            records++;
        }
        assertThat(records).as("records of an undisturbed life").isGreaterThan(10);
    }

    /// False if the life was over before the agent could die.
    private boolean dies(Mortal.Moment moment, int record) throws Exception {
        try (var agent = new TestAgent(directory.resolve(moment + "-" + record))) {
            var mortal = new Mortal(moment, record, StopAfterCrashTest::die);
            var charge = charge(web());
            var first = agent.begin(charge, mortal, mortal::recording);
            mortal.life.complete(first);
            if (catchThrowable(() -> TestAgent.await(first)) == null) {
                return false;
            }
            agent.world.end(PROXY, 0);
            var before = starts(agent);
            var second = PodLife.open(agent.place(), charge, new Onlooker());
            if (second.isAdopted()) {
                second.stop(Optional.empty());
                second.start();
                TestAgent.await(second);
            } else {
                second.abandon();
            }
            var when = "%s at record %d".formatted(moment, record);
            assertThat(starts(agent)).as(when).isEqualTo(before);
            assertThat(agent.world.running()).as(when).isEmpty();
            assertThat(agent.world.prepared()).as(when).isEmpty();
            return true;
        }
    }

    private static List<String> starts(TestAgent agent) {
        return agent.world.happened.stream().filter(each -> each.startsWith("start")).toList();
    }

    private static PodManifest web() {
        var app = container("app", "serve").lifecycle(hooks(exec("exit 0"), exec("exit 0")));
        return pod(RestartPolicy.ALWAYS, at(1, app), at(2, container("proxy", "serve")));
    }

    private static void die() {
        throw new IllegalStateException("the agent dies");
    }
}
