package dev.bookend.agent;

import dev.bookend.lifecycle.PodPhase;
import dev.bookend.lifecycle.PodStage;
import dev.bookend.runtime.process.Isolation;
import dev.bookend.runtime.process.Places;
import dev.bookend.runtime.process.ProcessRuntime;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// An agent over real processes, in a JVM of its own, that halts at a record of its journal.
final class MortalAgent {
    static final int DIED = 9;

    private MortalAgent() {}

    /// Lives one pod.
    ///
    /// @param args a directory with `pod.yaml` in it, the moment to die, and the record to die at
    public static void main(String[] args) throws Exception {
        var directory = Path.of(args[0]);
        var state = new StateDirectory(directory.resolve("state"));
        state.make();
        var places = Places.below(directory.resolve("r"));
        try (var runtime = ProcessRuntime.open(places, Isolation.NONE);
                var watch = DirectoryWatch.open()) {
            var place = new AgentPlace(state, runtime, watch, new SteadyTime());
            var source = Files.readString(directory.resolve("pod.yaml"));
            var charge = PodCharge.read(source, Optional.empty()).orElseThrow();
            var mortal =
                    new Mortal(
                            Mortal.Moment.valueOf(args[1]),
                            Integer.parseInt(args[2]),
                            () -> Runtime.getRuntime().halt(DIED));
            System.exit(live(place, charge, mortal));
        }
    }

    private static int live(AgentPlace place, PodCharge charge, Mortal mortal) throws Exception {
        var opened = new PodOpening(place.state()).open(charge);
        var life = PodLife.of(place, opened, mortal, mortal::recording);
        mortal.life.complete(life);
        life.start();
        var pod = life.end().get(60, TimeUnit.SECONDS);
        return pod.stage() instanceof PodStage.Ended(_, var phase, _) && phase == PodPhase.SUCCEEDED
                ? 0
                : 1;
    }
}
