package dev.bookend.simulator.world;

import dev.bookend.lifecycle.life.HookResult;
import dev.bookend.lifecycle.life.ProbeVerdict;
import dev.bookend.lifecycle.pod.HookKind;
import dev.bookend.lifecycle.pod.ProbeKind;
import dev.bookend.lifecycle.value.Exit;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What one run of a container does in the simulated world.
public record Behaviour(
        Start start,
        Life life,
        HookPlay postStart,
        HookPlay preStop,
        Map<ProbeKind, ProbePlay> probes) {

    public static final Behaviour CALM =
            new Behaviour(Start.AT_ONCE, Life.LONG, HookPlay.QUICK, HookPlay.QUICK, Map.of());

    /// How the runtime takes the order to start it.
    public record Start(Kind kind, Duration after) {
        static final Start AT_ONCE = new Start(Kind.STARTS, Duration.ofMillis(10));

        public enum Kind {
            STARTS,
            FAILS,
            HANGS
        }
    }

    /// How long it lives and how it takes a stop signal.
    ///
    /// @param endsAfter when it ends by itself, if ever
    /// @param obeysAfter how long it takes to obey a stop signal; one that ignores it has none
    /// @param reportedAfter how long the news of its end travels
    public record Life(
            Optional<Duration> endsAfter,
            Exit exit,
            Optional<Duration> obeysAfter,
            Exit obedientExit,
            Duration reportedAfter) {
        static final Life LONG =
                new Life(
                        Optional.empty(),
                        Exit.of(0),
                        Optional.of(Duration.ofMillis(50)),
                        Exit.of(0),
                        Duration.ZERO);
    }

    /// What a hook does.
    ///
    /// @param takes how long it runs; one that hangs has none
    /// @param survives whether it goes on without the agent that sent it
    public record HookPlay(
            Duration heardAfter, Optional<Duration> takes, HookResult result, boolean survives) {
        static final HookPlay QUICK =
                new HookPlay(
                        Duration.ofMillis(1),
                        Optional.of(Duration.ofMillis(20)),
                        new HookResult.Succeeded(),
                        true);
    }

    /// The verdicts of a probe, one each period; the last one stays.
    public record ProbePlay(Duration period, List<ProbeVerdict> verdicts) {
        static final ProbePlay PASSES =
                new ProbePlay(Duration.ofSeconds(1), List.of(ProbeVerdict.PASSED));
    }

    HookPlay hook(HookKind kind) {
        return switch (kind) {
            case POST_START -> postStart;
            case PRE_STOP -> preStop;
        };
    }

    ProbePlay probe(ProbeKind kind) {
        return probes.getOrDefault(kind, ProbePlay.PASSES);
    }
}
