package dev.bookend.simulator.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.agent.loop.Decision;
import dev.bookend.lifecycle.recreate.FailurePolicy;
import dev.bookend.simulator.dice.ScenarioDice;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// Shows that the invariants can fail: each broken engine is caught, and by the rule it breaks.
class MutantsTest {
    private static final int MOST_SEEDS = 1_000;

    static Stream<Arguments> mutants() {
        return Stream.of(
                        breakingLaunch(), breakingOrder(), breakingRecovery(), breakingRecreation())
                .flatMap(mutants -> mutants);
    }

    private static Stream<Arguments> breakingLaunch() {
        return Stream.of(
                Arguments.of(
                        "readiness is not awaited",
                        "LAUNCH-3",
                        LaunchMutants.readinessNotAwaited()),
                Arguments.of("a restart is gated", "LAUNCH-4", LaunchMutants.restartsGated()),
                Arguments.of(
                        "a hopeless gate is waited for",
                        "LAUNCH-5",
                        LaunchMutants.hopelessGateIgnored()),
                Arguments.of(
                        "a failed postStart is ignored",
                        "HOOK-3",
                        LaunchMutants.failedPostStartIgnored()),
                Arguments.of(
                        "a stop waits for postStart",
                        "HOOK-7",
                        LaunchMutants.stopAwaitsPostStart()));
    }

    private static Stream<Arguments> breakingOrder() {
        return Stream.of(
                Arguments.of("a gate is ignored", "LAUNCH-2", Mutants.gateIgnored()),
                Arguments.of("a latch is forgotten", "LAUNCH-7", Mutants.latchForgotten()),
                Arguments.of("the backoff is forgotten", "LAUNCH-6", Mutants.backoffForgotten()),
                Arguments.of("a start is forgotten", "LAUNCH-7", Mutants.forgets(Mutants::isStart)),
                Arguments.of("a turn is ignored", "EXIT-1", Mutants.turnIgnored()),
                Arguments.of("hooks are skipped", "EXIT-2", Mutants.signalsInsteadOfHooks()),
                Arguments.of("SIGKILL comes at once", "EXIT-2", Mutants.killsTooEarly()),
                Arguments.of("sidecars are not heard", "EXIT-3", Mutants.sidecarHookNotAwaited()),
                Arguments.of("a wait outlasts the grace", "SEE-2", Mutants.longerGrace()),
                Arguments.of("order is given up silently", "EXIT-4", Mutants.silent()),
                Arguments.of("a second stop is ignored", "EXIT-6", Mutants.secondStopIgnored()),
                Arguments.of(
                        "a start while terminating", "EXIT-7", Mutants.restartsWhileTerminating()),
                Arguments.of("sidecars keep a job alive", "JOB-1", Mutants.alwaysRestarts()),
                Arguments.of("every pod succeeds", "JOB-2", Mutants.alwaysSucceeds()),
                Arguments.of("a pod ends too early", "JOB-3", Mutants.endsBeforeItsSidecars()));
    }

    private static Stream<Arguments> breakingRecovery() {
        return Stream.of(
                Arguments.of(
                        "postStart is dropped", "HOOK-1", Mutants.forgets(Mutants::isPostStart)),
                Arguments.of("postStart is not awaited", "HOOK-2", Mutants.postStartNotAwaited()),
                Arguments.of("a hook is doubled", "HOOK-4", Mutants.hookDoubled()),
                Arguments.of("preStop is dropped", "EXIT-2", Mutants.forgets(Mutants::isPreStop)),
                Arguments.of(
                        "a hook is lost in a crash",
                        "HOOK-5",
                        Mutants.forgets(Mutants::isHookAskedAgain)),
                Arguments.of(
                        "a start is lost in a crash",
                        "NOT-LOST",
                        Mutants.forgets(Mutants::isStartAskedAgain)),
                Arguments.of(
                        "a signal is lost in a crash",
                        "NOT-LOST",
                        Mutants.forgets(Mutants::isSignalAskedAgain)),
                Arguments.of("the grace is exceeded", "EXIT-4", Mutants.forgets(Mutants::isKill)),
                Arguments.of("a crash moves the deadline", "EXIT-4", Mutants.deadlineMoves()),
                Arguments.of("a crash forgets restarts", "SEE-1", Mutants.restartsForgotten()));
    }

    private static Stream<Arguments> breakingRecreation() {
        return Stream.of(
                Arguments.of(
                        "a crash forgets what was stopped",
                        "CRR-10",
                        RecreationMutants.forgetful()),
                Arguments.of(
                        "a crash forgets requests", "CRR-10", RecreationMutants.forgetsRequests()),
                Arguments.of("a later run is stopped", "CRR-4", RecreationMutants.alwaysForces()),
                Arguments.of(
                        "the deadline is ignored", "CRR-7", RecreationMutants.withoutDeadline()),
                Arguments.of("the order is ignored", "CRR-3", RecreationMutants.unordered()),
                Arguments.of(
                        "a failure is ignored",
                        "CRR-6",
                        RecreationMutants.always(FailurePolicy.IGNORE)),
                Arguments.of(
                        "a failure is not ignored",
                        "CRR-6",
                        RecreationMutants.always(FailurePolicy.FAIL)),
                Arguments.of("time is not watched", "TIMER", RecreationMutants.withoutTimers()),
                Arguments.of("success comes too early", "CRR-8", RecreationMutants.impatient()),
                Arguments.of(
                        "a restart is forgotten", "CRR-12", RecreationMutants.withoutRestart()),
                Arguments.of(
                        "the pod is not made unready",
                        "CRR-5",
                        RecreationMutants.withStaleConditions()));
    }

    /// Shows LAUNCH-2, LAUNCH-3, LAUNCH-4, LAUNCH-5, LAUNCH-6, LAUNCH-7, EXIT-1, EXIT-2, EXIT-3,
    /// EXIT-4, EXIT-6, EXIT-7, JOB-1, JOB-2, JOB-3, HOOK-1, HOOK-2, HOOK-3, HOOK-4, HOOK-5, HOOK-7,
    /// CRR-3, CRR-4, CRR-5, CRR-6, CRR-7, CRR-8, CRR-10, CRR-12, SEE-1 and SEE-2.
    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("mutants")
    void aBrokenEngineIsCaught(String mistake, String rule, Decision engine) {
        var caught =
                LongStream.range(0, MOST_SEEDS)
                        .mapToObj(seed -> ScenarioDice.scenario(seed, Optional.empty()))
                        .flatMap(scenario -> Trial.of(scenario, engine).stream())
                        .filter(trial -> trial.breaks(rule))
                        .findFirst();
        assertThat(caught).as("%s, which breaks %s", mistake, rule).isPresent();
    }
}
