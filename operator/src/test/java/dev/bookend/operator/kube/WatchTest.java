package dev.bookend.operator.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.bookend.manifest.json.Json;
import dev.bookend.operator.kube.JsonSieve.Sifted;
import dev.bookend.operator.process.Quiet;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

class WatchTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final String LIST = "GET /api/v1/pods";
    private final Set<String> seen = new ConcurrentSkipListSet<>();
    private FakeApi api;
    private Thread watching;

    @BeforeEach
    void begin() throws IOException {
        api = new FakeApi();
        put("early");
        var log = Quiet.log(InstantSource.system());
        var watch = new Watch(api.client(), "/api/v1/pods", "x%3Dy", new Names(), log);
        watching = Thread.startVirtualThread(watch::run);
    }

    @AfterEach
    void end() throws InterruptedException {
        watching.interrupt();
        assertThat(watching.join(LONG)).as("the watch ends when it is interrupted").isTrue();
        api.close();
    }

    @Test
    void allThatIsThereAndAllThatComesIsSeen() {
        awaitSeen("early");
        awaitWatching();
        put("late");
        awaitSeen("early", "late");
        api.delete(path("early"));
        awaitSeen("late");
    }

    @Test
    void whatVanishesWhileTheConnectionIsCutIsNoticed() {
        awaitSeen("early");
        awaitWatching();
        api.deleteUnheard(path("early"));
        api.cutWatches();
        put("late");
        awaitSeen("late");
    }

    @Test
    void aVersionThatIsTooOldLeadsToANewList() {
        awaitWatching();
        api.deleteUnheard(path("early"));
        api.expireWatches();
        awaitSeen();
        awaitWatching();
        put("late");
        awaitSeen("late");
    }

    @Test
    void aRefusedWatchIsTriedAgain() {
        awaitWatching();
        api.fail(LIST, 410);
        api.fail(LIST, 500);
        api.fail(LIST, 429);
        api.cutWatches();
        put("late");
        awaitSeen("early", "late");
    }

    private static String path(String name) {
        return "/api/v1/namespaces/shop/pods/" + name;
    }

    private void put(String name) {
        var meta = Json.object().put("name", name).done();
        api.put(path(name), Json.object().put("metadata", meta).done());
    }

    private void awaitSeen(String... names) {
        await().atMost(LONG).untilAsserted(() -> assertThat(seen).containsExactly(names));
    }

    private void awaitWatching() {
        await().atMost(LONG).until(() -> api.watching() == 1);
    }

    private final class Names implements Watch.Follower {
        @Override
        public Watch.Listing listing() {
            var present = new HashSet<String>();
            return new Watch.Listing() {
                @Override
                public void add(Sifted object) {
                    present.add(name(object));
                }

                @Override
                public void done() {
                    seen.retainAll(present);
                    seen.addAll(present);
                }
            };
        }

        @Override
        public void changed(Sifted object) {
            seen.add(name(object));
        }

        private static String name(Sifted object) {
            return object.json().at("metadata", "name").flatMap(Json::text).orElseThrow();
        }

        @Override
        public void deleted(Sifted object) {
            seen.remove(name(object));
        }
    }
}
