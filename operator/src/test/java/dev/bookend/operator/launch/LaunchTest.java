package dev.bookend.operator.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.operator.launch.LaunchAction.Annotate;
import dev.bookend.operator.launch.LaunchAction.CreateMap;
import dev.bookend.operator.launch.LaunchAction.FailPod;
import dev.bookend.operator.launch.LaunchAction.LiftGate;
import dev.bookend.operator.launch.LaunchAction.OpenKeys;
import dev.bookend.operator.launch.LaunchAction.SetCondition;
import dev.bookend.operator.launch.LaunchAction.TakeOverMap;
import dev.bookend.operator.launch.LaunchAction.Tell;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

class LaunchTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private Instant now = START;
    private Optional<MapView> map = Optional.empty();
    private LaunchMemory memory = LaunchMemory.of("uid-1", START);

    /// Shows KUBE-1.
    @Test
    void theFirstLevelIsOpenFromTheBeginning() {
        assertThat(writes(Pods.named("web").held("db", 2).held("app", 1)))
                .isEqualTo(List.of(new CreateMap(List.of("p_2"))));
    }

    /// Shows LAUNCH-2 and KUBE-1.
    @Test
    void theNextLevelOpensWhenTheOneBeforeIsReady() {
        writes(Pods.named("web").held("db", 2).held("app", 1));
        map = ours("p_2");
        assertThat(writes(Pods.named("web").running("db", 2).held("app", 1))).isEmpty();
        assertThat(writes(Pods.named("web").ready("db", 2).held("app", 1)))
                .isEqualTo(List.of(new OpenKeys(List.of("p_1")), new Annotate(2, 0)));
    }

    /// Shows LAUNCH-2 and LAUNCH-4.
    @Test
    void aLevelWaitsForAllOfTheOneBefore() {
        map = ours("p_2");
        var half = Pods.named("web").ready("db", 2).running("bus", 2).held("app", 1);
        assertThat(writes(half)).isEmpty();
        var crashed = Pods.named("web").held("db", 2).ready("bus", 2).held("app", 1);
        assertThat(writes(crashed))
                .as("db was ready once, which is enough")
                .contains(new OpenKeys(List.of("p_1")));
    }

    @Test
    void nothingIsWrittenTwice() {
        writes(Pods.named("web").held("db", 2).held("app", 1));
        map = ours("p_2");
        assertThat(writes(Pods.named("web").held("db", 2).held("app", 1))).isEmpty();
        var ready = Pods.named("web").ready("db", 2).held("app", 1);
        assertThat(writes(ready)).hasSize(2);
        assertThat(writes(ready)).isEmpty();
    }

    /// The loss may be heard of while a look is under way, which then remembers an older truth.
    @Test
    void aMapThatIsNotThereIsMadeWhateverWasWrittenBefore() {
        memory = memory.opened(2, START, START).withInMap(2);
        assertThat(writes(Pods.named("web").opened(2).running("db", 2).running("app", 1)))
                .isEqualTo(List.of(new CreateMap(List.of("p_2", "p_1"))));
    }

    @Test
    void aLostMapIsMadeAgainWhole() {
        memory = memory.opened(2, START, START);
        assertThat(writes(Pods.named("web").opened(2).running("db", 2).running("app", 1)))
                .isEqualTo(List.of(new CreateMap(List.of("p_2", "p_1"))));
    }

    @Test
    void aLostKeyIsWrittenAgain() {
        map = ours("p_2");
        memory = memory.withInMap(2).opened(2, START, START);
        now = START.plus(Launch.REPAIR_AFTER);
        assertThat(writes(Pods.named("web").opened(2).ready("db", 2).running("app", 1)))
                .isEqualTo(List.of(new OpenKeys(List.of("p_1"))));
    }

    /// Shows LAUNCH-4.
    @Test
    void aNewOperatorTakesUpWhereTheOldOneWas() {
        map = ours("p_3", "p_2");
        var pod = Pods.named("web").opened(2).running("a", 3).running("b", 2).held("c", 1);
        assertThat(writes(pod)).isEmpty();
        var ready = Pods.named("web").opened(2).running("a", 3).ready("b", 2).held("c", 1);
        assertThat(writes(ready))
                .as("a was ready once, or the second level would not be open")
                .contains(new OpenKeys(List.of("p_1")));
    }

    @Test
    void theMapOfAnEarlierPodIsTakenOverBeforeTheGateIsLifted() {
        map = Optional.of(map("uid-0", true, "p_2", "p_1"));
        var pod = Pods.named("web").gated().held("db", 2).held("app", 1);
        assertThat(writes(pod)).isEqualTo(List.of(new TakeOverMap("7", List.of("p_2"))));
        map = ours("p_2");
        assertThat(writes(pod)).isEqualTo(List.of(new LiftGate()));
    }

    /// Shows KUBE-1.
    @Test
    void somebodysOwnMapIsNeverTouched() {
        map = Optional.of(map("", false, "mine"));
        var step = step(Pods.named("web").gated().held("db", 2).held("app", 1));
        assertThat(step.actions()).hasSize(2);
        assertThat(step.actions().toString())
                .contains("BarrierNameTaken", "web-barrier exists and is not Bookend's");
        assertThat(step(Pods.named("web").gated().held("db", 2).held("app", 1)).actions())
                .isEmpty();
    }

    /// Shows LAUNCH-5.
    @Test
    void aOneShotThatFinishedWellOpensTheNextLevel() {
        map = ours("p_2");
        assertThat(writes(Pods.neverRestarted("job").exited("setup", 2, 0).held("app", 1)))
                .contains(new Annotate(2, 0));
    }

    /// Shows LAUNCH-5.
    @Test
    void aLevelThatFailedForGoodEndsThePod() {
        map = ours("p_2");
        var pod = Pods.neverRestarted("job").exited("setup", 2, 1).held("app", 1);
        var actions = step(pod).actions();
        assertThat(actions).contains(new FailPod());
        assertThat(actions.toString()).contains("level 2 of 2 (app) can never start: setup failed");
        assertThat(step(pod).actions()).as("said once").isEmpty();
    }

    /// Ready the moment it ran, whatever its exit code and restart policy. Shows LAUNCH-3.
    @ParameterizedTest
    @CsvSource({"Always", "OnFailure", "Never"})
    void withoutProbesAShortRunOpensTheNextLevel(String policy) {
        for (var reason : List.of("Error", "OOMKilled", "Completed")) {
            var end = ended(1, reason);
            var waiting = "{\"waiting\": {\"reason\": \"CrashLoopBackOff\"}}";
            assertThat(opens(Pods.under(policy).plain("db", 2, end, "{}").held("app", 1))).isTrue();
            assertThat(opens(Pods.under(policy).plain("db", 2, waiting, end).held("app", 1)))
                    .isTrue();
        }
    }

    /// Shows LAUNCH-3.
    @ParameterizedTest
    @CsvSource({"Always", "OnFailure", "Never"})
    void whatNeverRanOpensNothing(String policy) {
        for (var reason : List.of("StartError", "ContainerCannotRun", "ContainerStatusUnknown")) {
            var end = ended(128, reason);
            var waiting = "{\"waiting\": {\"reason\": \"CrashLoopBackOff\"}}";
            assertThat(opens(Pods.under(policy).plain("db", 2, end, "{}").held("app", 1)))
                    .isFalse();
            assertThat(opens(Pods.under(policy).plain("db", 2, waiting, end).held("app", 1)))
                    .isFalse();
        }
    }

    /// Shows LAUNCH-3.
    @Test
    void whatNeverRanAndIsNotStartedAgainEndsThePod() {
        map = ours("p_2");
        var pod = Pods.under("Never").plain("db", 2, ended(128, "StartError"), "{}");
        assertThat(step(pod.held("app", 1)).actions()).contains(new FailPod());
    }

    private boolean opens(Pods pod) {
        map = ours("p_2");
        memory = LaunchMemory.of("uid-1", START);
        return step(pod).actions().contains(new OpenKeys(List.of("p_1")));
    }

    private static String ended(int code, String reason) {
        return "{\"terminated\": {\"exitCode\": %d, \"reason\": \"%s\"}}".formatted(code, reason);
    }

    @Test
    void aCrashingLevelIsWaitedFor() {
        map = ours("p_2");
        assertThat(writes(Pods.named("web").exited("db", 2, 1).held("app", 1))).isEmpty();
    }

    @Test
    void theKubeletIsWokenAgainUntilItHasStartedTheLevel() {
        map = ours("p_2", "p_1");
        memory = memory.withInMap(2).opened(2, START, START.plus(Launch.FIRST_WAKE));
        var pod = Pods.named("web").opened(2).ready("db", 2).held("app", 1);
        var first = step(pod);
        assertThat(first.actions()).isEmpty();
        assertThat(first.wake()).contains(START.plus(Launch.FIRST_WAKE));
        var wakes = 0L;
        for (var i = 0; i < 100; i++) {
            now = now.plus(Launch.FIRST_WAKE);
            wakes += step(pod).actions().stream().filter(Annotate.class::isInstance).count();
        }
        assertThat(wakes).isEqualTo(Launch.MOST_WAKES);
    }

    @Test
    void aWaitIsToldInTheConditionAndLaterInAnEvent() {
        map = ours("p_2");
        var pod = Pods.named("web").running("db", 2).held("app", 1);
        assertThat(step(pod).wake()).contains(START.plus(Launch.CONDITION_AFTER));
        now = START.plus(Launch.CONDITION_AFTER);
        assertThat(step(pod).actions())
                .isEqualTo(
                        List.of(
                                new SetCondition(
                                        false,
                                        "LevelWaiting",
                                        "level 2 of 2 (app) waits until these are ready: db,"
                                                + " since 2026-01-01T00:00:00Z, no limit")));
        now = START.plus(Launch.EVENT_AFTER);
        assertThat(step(pod).actions().toString()).contains("Tell[warning=true");
        now = START.plus(Duration.ofHours(1));
        var said = waiting("level 2 of 2 (app) waits until these are ready: db");
        assertThat(step(pod.condition(said)).actions()).isEmpty();
    }

    private static SetCondition waiting(String what) {
        return new SetCondition(
                false, "LevelWaiting", what + ", since 2026-01-01T00:00:00Z, no limit");
    }

    @Test
    void whatIsToldOfAWaitFollowsWhatIsSo() {
        map = ours("p_2");
        step(Pods.named("web").held("db", 2).held("bus", 2).held("app", 1));
        now = START.plus(Launch.CONDITION_AFTER);
        var both = waiting("level 2 of 2 (app) waits until these are ready: db, bus");
        assertThat(step(Pods.named("web").running("db", 2).running("bus", 2).held("app", 1)))
                .extracting(LaunchStep::actions)
                .isEqualTo(List.of(both));
        var half = Pods.named("web").condition(both).ready("db", 2).running("bus", 2);
        var soon = step(half.held("app", 1));
        assertThat(soon.actions()).as("not more often than every other second").isEmpty();
        assertThat(soon.wake()).contains(now.plus(Launch.SETTLE));
        now = now.plus(Launch.SETTLE);
        assertThat(step(half).actions())
                .isEqualTo(List.of(waiting("level 2 of 2 (app) waits until these are ready: bus")));
    }

    /// The last level has begun: that it waits for the one before is not so any more.
    @Test
    void whatWasToldOfALevelGoesWithIt() {
        map = ours("p_2");
        var told = waiting("level 2 of 2 (app) waits until these are ready: db");
        now = START.plus(Launch.CONDITION_AFTER);
        assertThat(writes(Pods.named("web").condition(told).ready("db", 2).running("app", 1)))
                .contains(new OpenKeys(List.of("p_1")))
                .anySatisfy(
                        it ->
                                assertThat(it.toString())
                                        .contains("level 2 of 2 (app) has started; not ready yet"));
    }

    @Test
    void aPodThatWasLaunchedIsSoForGood() {
        map = ours("p_2", "p_1");
        now = START.plus(Duration.ofHours(1));
        var up = new SetCondition(true, "Launched", "all 2 levels are up");
        var pod = Pods.named("web").opened(2).condition(up).ready("db", 2).exited("app", 1, 1);
        assertThat(step(pod).actions().stream().filter(it -> !(it instanceof Tell))).isEmpty();
        assertThat(step(pod).wake()).isEmpty();
    }

    @Test
    void aMapWhoseLabelWasTakenOffIsStillThePodsOwn() {
        map = Optional.of(map("uid-1", false, "p_2"));
        assertThat(writes(Pods.named("web").running("db", 2).held("app", 1)))
                .isEqualTo(List.of(new TakeOverMap("7", List.of("p_2"))));
    }

    @Test
    void theEndIsTold() {
        map = ours("p_2", "p_1");
        memory = memory.withInMap(2).opened(2, START, START);
        var pod = Pods.named("web").opened(2).ready("db", 2).ready("app", 1);
        assertThat(step(pod).actions())
                .isEqualTo(List.of(new SetCondition(true, "Launched", "all 2 levels are up")));
        assertThat(step(pod).actions()).isEmpty();
        assertThat(step(pod).wake()).isEmpty();
    }

    @Test
    void anEndingPodIsLeftAlone() {
        var pod = Pods.named("web").phase("Failed").exited("db", 2, 1).held("app", 1);
        assertThat(step(pod).actions()).isEmpty();
    }

    @Test
    void whatAnEarlierPodOfTheNameDidIsForgotten() {
        memory = LaunchMemory.of("uid-0", START).withInMap(2).opened(2, START, START);
        assertThat(writes(Pods.named("web").held("db", 2).held("app", 1)))
                .isEqualTo(List.of(new CreateMap(List.of("p_2"))));
    }

    @Test
    void everyLevelIsAnEvent() {
        var told = step(Pods.named("web").held("db", 2).held("app", 1)).actions();
        assertThat(told).contains(new Tell(false, "LevelOpened", "level 1 of 2 (db) may start"));
    }

    private LaunchStep step(Pods pod) {
        var step = Launch.step(pod.view(), map, memory, now);
        memory = step.memory();
        return step;
    }

    private List<LaunchAction> writes(Pods pod) {
        return step(pod).actions().stream().filter(it -> !(it instanceof Tell)).toList();
    }

    private static Optional<MapView> ours(String... keys) {
        return Optional.of(map("uid-1", true, keys));
    }

    private static MapView map(String uid, boolean ours, String... keys) {
        return new MapView(new PodKey("shop", "web"), uid, ours, "7", Set.of(keys));
    }
}
