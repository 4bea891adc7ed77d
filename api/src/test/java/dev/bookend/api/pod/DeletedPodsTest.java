package dev.bookend.api.pod;

import static dev.bookend.api.service.TestPods.awaitGone;
import static dev.bookend.api.service.TestPods.awaitObject;
import static dev.bookend.api.service.TestPods.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bookend.agent.charge.AgentPlace;
import dev.bookend.agent.duty.DirectoryWatch;
import dev.bookend.agent.life.DeletedPods;
import dev.bookend.agent.state.StateDirectory;
import dev.bookend.api.resource.Metadata;
import dev.bookend.api.service.ApiWorld;
import dev.bookend.api.service.MovedTime;
import dev.bookend.lifecycle.value.PodName;
import dev.bookend.runtime.process.ProcessRuntime;
import dev.bookend.runtime.process.place.Places;
import dev.bookend.runtime.process.rights.Isolation;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

class DeletedPodsTest {
    private static final String PODS = "/api/v1/namespaces/default/pods";

    @TempDir Path directory;
    @TempDir Path runtimeDirectory;
    private final MovedTime time = new MovedTime();
    private StateDirectory state;

    /// One pod that was deleted, one that has ended and stays, one that never had an object.
    @BeforeEach
    void live() throws Exception {
        state = new StateDirectory(directory);
        try (var world = ApiWorld.open(directory, time)) {
            var client = world.client();
            for (var name : new String[] {"gone", "ended"}) {
                client.post(PODS, pod(name, "exit 0", "Never").line());
                awaitObject(client, PODS + "/" + name, Metadata::isOver);
            }
            client.delete(PODS + "/gone");
            awaitGone(client, PODS + "/gone");
        }
        var own = Files.createDirectories(directory("own"));
        Files.writeString(own.resolve("journal"), "");
        Files.writeString(own.resolve("uid"), "u1");
        Files.writeString(own.resolve("manifest.json"), "{\"metadata\":{\"name\":\"own\"}}");
    }

    private Path directory(String pod) {
        return state.pod(new PodName("default", pod)).root();
    }

    private void prune() throws Exception {
        var ended = Files.readString(directory("ended").resolve("uid")).strip();
        try (var runtime = ProcessRuntime.open(Places.below(runtimeDirectory), Isolation.NONE);
                var watch = DirectoryWatch.open()) {
            new DeletedPods(new AgentPlace(state, runtime, watch, time))
                    .prune(Set.of(ended)::contains);
        }
    }

    @Test
    void aDeletedPodIsKeptForAWhileAndThenNoMore() throws Exception {
        time.pass(DeletedPods.KEPT.minusMinutes(2));
        prune();
        assertThat(directory("gone")).isDirectory();
        time.pass(DeletedPods.KEPT);
        prune();
        assertThat(directory("gone")).doesNotExist();
        assertThat(directory("ended")).isDirectory();
        assertThat(directory("own")).isDirectory();
    }

    @Test
    void aPodOfTheSameNameCanBeMadeAgain() throws Exception {
        time.pass(DeletedPods.KEPT.plusMinutes(1));
        prune();
        try (var world = ApiWorld.open(directory)) {
            var client = world.client();
            client.post(PODS, pod("gone", "exit 0", "Never").line());
            awaitObject(client, PODS + "/gone", Metadata::isOver);
            client.delete(PODS + "/gone");
        }
    }
}
