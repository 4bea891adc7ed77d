package dev.bookend.agent.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.agent.charge.AgentPlace;
import dev.bookend.agent.charge.PodCharge;
import dev.bookend.agent.duty.DirectoryWatch;
import dev.bookend.agent.state.StateDirectory;
import dev.bookend.agent.state.SteadyTime;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.runtime.process.ProcessRuntime;
import dev.bookend.runtime.process.place.Places;
import dev.bookend.runtime.process.rights.Isolation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// What a container says about its end, with real processes.
class LastWordsTest {
    private static final String POD =
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: web}
            spec:
              restartPolicy: Never
              containers:
              - name: app
                image: x
                terminationMessagePolicy: FallbackToLogsOnError
                command: [sh, -c, "SCRIPT"]
            """;

    @TempDir Path directory;

    @Test
    void endOfTheLogStandsInForAMessage() throws Exception {
        assertThat(message("seq 1 1000; echo no luck >&2; exit 3"))
                .startsWith("922\n")
                .endsWith("1000\nno luck\n");
    }

    @Test
    void longLinesAreCut() throws Exception {
        assertThat(message("head -c 30000 /dev/zero | tr '\\\\0' x; echo; exit 3"))
                .hasSize(2048)
                .endsWith("xx\n");
    }

    @Test
    void successSaysNothing() throws Exception {
        assertThat(message("echo word")).isEmpty();
    }

    private String message(String script) throws Exception {
        var state = new StateDirectory(directory.resolve("state"));
        state.make();
        try (var runtime =
                        ProcessRuntime.open(Places.below(directory.resolve("r")), Isolation.NONE);
                var watch = DirectoryWatch.open()) {
            var place = new AgentPlace(state, runtime, watch, new SteadyTime());
            var charge =
                    PodCharge.read(POD.replace("SCRIPT", script), Optional.empty()).orElseThrow();
            var life = PodLife.open(place, charge, new Onlooker());
            life.start();
            return message(life.end().get(60, TimeUnit.SECONDS));
        }
    }

    private static String message(PodState pod) {
        return pod.containers().values().iterator().next().lastRun().orElseThrow().message();
    }
}
