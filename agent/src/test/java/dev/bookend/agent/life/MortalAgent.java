package dev.bookend.agent.life;

import dev.bookend.agent.charge.AgentPlace;
import dev.bookend.agent.charge.PodCharge;
import dev.bookend.agent.duty.DirectoryWatch;
import dev.bookend.agent.opening.PodOpening;
import dev.bookend.agent.state.StateDirectory;
import dev.bookend.agent.state.SteadyTime;
import dev.bookend.lifecycle.life.PodPhase;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.runtime.process.ProcessRuntime;
import dev.bookend.runtime.process.place.Places;
import dev.bookend.runtime.process.rights.Isolation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// An agent over real processes, in a JVM of its own, that halts at a record of its journal.
final class MortalAgent {
    static final int DIED = 9;
    static final String ISOLATION = "isolation";

    private MortalAgent() {}

    /// Lives one pod.
    ///
    /// @param args a directory with `pod.yaml` in it, and perhaps the name of an isolation, the
    ///   moment to die, the record to die at, and perhaps a container to recreate
    public static void main(String[] args) throws Exception {
        var directory = Path.of(args[0]);
        var state = new StateDirectory(directory.resolve("state"));
        state.make();
        var places = Places.below(directory.resolve("r"));
        try (var runtime = ProcessRuntime.open(places, isolation(directory));
                var watch = DirectoryWatch.open()) {
            var place = new AgentPlace(state, runtime, watch, new SteadyTime());
            var source = Files.readString(directory.resolve("pod.yaml"));
            var charge = PodCharge.read(source, Optional.empty()).orElseThrow();
            var moment = Mortal.Moment.valueOf(args[1]);
            var record = Integer.parseInt(args[2]);
            Runnable death = () -> Runtime.getRuntime().halt(DIED);
            var mortal =
                    args.length > 3
                            ? new MortalRecreator(state, args[3], moment, record, death)
                            : new Mortal(moment, record, death);
            System.exit(live(place, charge, mortal));
        }
    }

    private static Isolation isolation(Path directory) throws IOException {
        var file = directory.resolve(ISOLATION);
        return Files.exists(file) ? Isolation.valueOf(Files.readString(file)) : Isolation.NONE;
    }

    private static int live(AgentPlace place, PodCharge charge, Mortal mortal) throws Exception {
        var opened = new PodOpening(place).open(charge);
        var life = PodLife.of(place, opened, mortal, mortal::recording);
        mortal.life.complete(life);
        life.start();
        var pod = life.end().get(60, TimeUnit.SECONDS);
        return pod.stage() instanceof PodStage.Ended(_, var phase, _) && phase == PodPhase.SUCCEEDED
                ? 0
                : 1;
    }
}
