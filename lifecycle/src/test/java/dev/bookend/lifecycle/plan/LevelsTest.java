package dev.bookend.lifecycle.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.lifecycle.cases.CaseAnswers;
import dev.bookend.lifecycle.cases.CasePod;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.order.Barrier;
import dev.bookend.lifecycle.order.BarrierLevel;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

class LevelsTest {
    /// Pods in the short form of the cases.
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "a(); a; a",
                "a() b(); a b; a b",
                "i(init) a(); a; a",
                "n(native) a(); n | a; a | n",
                "n(native) i(init) m(native) a(); n | m | a; a | m | n",
                "a(launch 1) b(); a | b; a b",
                "a(exit 1) b(); a b; b | a",
                "a(launch 1) b() c(launch 1); a c | b; a b c",
                "a() s(sidecar); s | a; a | s",
                "a(launch 2) b(launch 1) c(exit 2) d(exit 1); a | b | c d; a b | d | c",
                "n(native) a() s(sidecar) t(sidecar, launch 1); n | t | s | a; a | s t | n"
            })
    void groupWhoMovesSideBySide(String pod, String launch, String exit) {
        var manifest = new CasePod();
        assertThat(manifest.take("pod", pod)).isTrue();
        assertThat(manifest.plan()).isInstanceOf(PlanResult.Planned.class);
        if (manifest.plan() instanceof PlanResult.Planned(var plan, _)) {
            var answers = new CaseAnswers(plan, PodState.unborn(plan));
            assertThat(answers.answer("launch")).isEqualTo(launch);
            assertThat(answers.answer("exit")).isEqualTo(exit);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "a(launch 1) b(); p_1 a | p_0 b",
                "a() b(launch -3) c(); p_0 a c | p_-3 b",
                "n(native) i(init) a() b(launch 10) c(launch 9) d(launch 10);"
                        + " p_10 b d | p_9 c | p_0 a",
                "n(native) a() b(); ''"
            })
    void areThoseOfTheBarriersInACluster(String pod, String barriers) {
        var manifest = new CasePod();
        assertThat(manifest.take("home", "CLUSTER")).isTrue();
        assertThat(manifest.take("pod", pod)).isTrue();
        var levels = Barrier.levels(manifest.manifest());
        assertThat(levels.stream().map(LevelsTest::words).collect(Collectors.joining(" | ")))
                .isEqualTo(barriers);
        if (manifest.plan() instanceof PlanResult.Planned(var plan, _) && !levels.isEmpty()) {
            var mains =
                    new ArrayList<>(plan.launchLevels().stream().map(Level::containers).toList());
            plan.of(ContainerKind.NATIVE_SIDECAR).forEach(it -> mains.remove(List.of(it.name())));
            assertThat(levels.stream().map(BarrierLevel::containers).toList()).isEqualTo(mains);
        }
    }

    private static String words(BarrierLevel level) {
        return Stream.concat(Stream.of(level.key()), level.containers().stream())
                .map(Object::toString)
                .collect(Collectors.joining(" "));
    }
}
