package dev.bookend.operator.kube;

import dev.bookend.manifest.json.Json;
import dev.bookend.operator.kube.JsonSieve.Sifted;
import dev.bookend.operator.process.Log;
import dev.bookend.operator.process.Pause;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// Follows all objects of one kind: lists them once, then hears of every change.
///
/// Nobody is blind for long: the server ends each watch after a minute, and a connection that is
/// silent for longer than that is cut here.
public final class Watch {
    private static final int PAGE = 100;
    private static final Duration TURN = Duration.ofSeconds(60);
    private static final Duration SILENCE = Duration.ofSeconds(75);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
    private final ApiClient api;
    private final String path;
    private final String selector;
    private final Follower follower;
    private final Log log;

    /// Hears of objects, from one thread, in the order of their changes.
    public interface Follower {
        /// A list begins, as it does at first, and again when changes were missed.
        Listing listing();

        void changed(Sifted object);

        void deleted(Sifted object);
    }

    /// Hears of all objects there are, page by page.
    public interface Listing {
        void add(Sifted object);

        /// Whatever was not added is gone.
        void done();
    }

    public Watch(ApiClient api, String path, String selector, Follower follower, Log log) {
        this.api = api;
        this.path = path;
        this.selector = selector;
        this.follower = follower;
        this.log = log;
    }

    /// Follows until the thread is interrupted.
    public void run() {
        try (var cutter =
                Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().factory())) {
            var pause = new Pause(Duration.ofMillis(100), LONGEST_PAUSE);
            while (!Thread.currentThread().isInterrupted()) {
                follow(cutter, pause);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void follow(ScheduledExecutorService cutter, Pause pause) throws InterruptedException {
        try {
            var version = list();
            pause.reset();
            while (!version.isEmpty()) {
                version = turn(version, cutter);
            }
        } catch (IOException | ApiClient.WatchRefused broken) {
            log.warn("watch of %s broke: %s".formatted(path, broken.getMessage()));
            pause.await(InstantSource.system());
        }
    }

    private String list() throws IOException, InterruptedException {
        var listing = follower.listing();
        var more = "";
        var version = "";
        do {
            var answer =
                    api.list(
                            query("limit=" + PAGE + (more.isEmpty() ? "" : "&continue=" + more)),
                            listing::add);
            if (!answer.isSuccess()) {
                throw new IOException("it cannot be listed: " + answer.says());
            }
            more = answer.body().at("metadata", "continue").flatMap(Json::text).orElse("");
            version =
                    answer.body().at("metadata", "resourceVersion").flatMap(Json::text).orElse("");
        } while (!more.isEmpty());
        listing.done();
        return version;
    }

    private String query(String rest) {
        return path + "?labelSelector=" + selector + "&" + rest;
    }

    /// One watch; answers the version to go on from, or nothing when the list is needed again.
    private String turn(String from, ScheduledExecutorService cutter)
            throws IOException, InterruptedException, ApiClient.WatchRefused {
        var query =
                query(
                        "watch=true&allowWatchBookmarks=true&timeoutSeconds=%d&resourceVersion=%s"
                                .formatted(TURN.toSeconds(), from));
        try (var stream = api.watch(query)) {
            var cut =
                    cutter.schedule(() -> close(stream), SILENCE.toMillis(), TimeUnit.MILLISECONDS);
            try {
                return changes(new JsonSieve(stream, Mesh.of(path)), from);
            } finally {
                cut.cancel(false);
            }
        }
    }

    private static void close(InputStream stream) {
        try {
            stream.close();
        } catch (IOException _) {
            // It is being given up in any case.
        }
    }

    private String changes(JsonSieve stream, String from) throws IOException {
        var version = from;
        for (var next = stream.next(); next.isPresent(); next = stream.next()) {
            var change = next.get().json();
            var object = change.field("object").orElse(new Json.Null());
            var sifted = new Sifted(object, next.get().whole());
            switch (change.text("type").orElse("")) {
                case "ADDED", "MODIFIED" -> follower.changed(sifted);
                case "DELETED" -> follower.deleted(sifted);
                case "BOOKMARK" -> {}
                default -> {
                    return "";
                }
            }
            version = object.at("metadata", "resourceVersion").flatMap(Json::text).orElse(version);
        }
        return version;
    }
}
