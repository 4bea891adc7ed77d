package dev.bookend.operator;

import dev.bookend.manifest.Json;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// Follows all objects of one kind: lists them once, then hears of every change.
///
/// Nobody is blind for long: the server ends each watch after a minute, and a connection that is
/// silent for longer than that is cut here.
final class Watch {
    private static final int PAGE = 500;
    private static final Duration TURN = Duration.ofSeconds(60);
    private static final Duration SILENCE = Duration.ofSeconds(75);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
    private final ApiClient api;
    private final String path;
    private final String selector;
    private final Follower follower;
    private final Log log;

    /// Hears of objects, from one thread, in the order of their changes.
    interface Follower {
        /// All objects there are; called at the beginning, and again when changes were missed.
        void all(List<Json> objects);

        void changed(Json object);

        void deleted(Json object);
    }

    Watch(ApiClient api, String path, String selector, Follower follower, Log log) {
        this.api = api;
        this.path = path;
        this.selector = selector;
        this.follower = follower;
        this.log = log;
    }

    /// Follows until the thread is interrupted.
    void run() {
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
        var objects = new ArrayList<Json>();
        var more = "";
        var version = "";
        do {
            var answer =
                    api.get(query("limit=" + PAGE + (more.isEmpty() ? "" : "&continue=" + more)));
            if (!answer.isSuccess()) {
                throw new IOException("it cannot be listed: " + answer.says());
            }
            objects.addAll(answer.body().field("items").map(Json::elements).orElse(List.of()));
            more = answer.body().at("metadata", "continue").flatMap(Json::text).orElse("");
            version =
                    answer.body().at("metadata", "resourceVersion").flatMap(Json::text).orElse("");
        } while (!more.isEmpty());
        follower.all(objects);
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
            try (var lines =
                    new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                return changes(lines, from);
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

    private String changes(BufferedReader lines, String from) throws IOException {
        var version = from;
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            var change = ApiClient.read(line);
            var object = change.field("object").orElse(new Json.Null());
            switch (change.text("type").orElse("")) {
                case "ADDED", "MODIFIED" -> follower.changed(object);
                case "DELETED" -> follower.deleted(object);
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
