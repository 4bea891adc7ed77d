package dev.bookend.operator.serving;

import com.sun.net.httpserver.HttpExchange;

import dev.bookend.manifest.json.Json;
import dev.bookend.operator.admission.Admission;
import dev.bookend.operator.kube.JsonSieve;
import dev.bookend.operator.kube.JsonSieve.Sifted;
import dev.bookend.operator.kube.Mesh;
import dev.bookend.operator.process.Log;
import dev.bookend.operator.process.Metrics;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/// Takes in reviews, never more at once than memory is meant for them, whoever sends them.
final class Reviews {
    /// The API server takes 3 MiB from its clients; a review writes some letters as six.
    static final int MOST_BYTES = 16 * 1024 * 1024;

    /// A review that would have to wait for longer is better refused, so that its sender goes on.
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /// The most that a text grows when it is read: many small values.
    private static final int GROWTH = 100;

    private static final int LEAST = 16 * 1024;
    private static final int ROOM = 3 * Mesh.REVIEW.mostWeight();
    private final Semaphore room = new Semaphore(ROOM);
    private final Metrics metrics;
    private final Log log;

    /// Who judges, and whether the answer may change the pod.
    record Judge(UnaryOperator<Json> opinion, boolean mutation) {}

    /// What is sent back.
    record Answer(int status, String text) {}

    Reviews(Metrics metrics, Log log) {
        this.metrics = metrics;
        this.log = log;
    }

    Answer answer(HttpExchange exchange, Judge judge) throws IOException, InterruptedException {
        var length = length(exchange);
        if (length > MOST_BYTES) {
            return refused(413, "a review has at most %d bytes".formatted(MOST_BYTES));
        }
        var weight = (int) Math.min(Mesh.REVIEW.mostWeight(), LEAST + length * GROWTH);
        if (!room.tryAcquire(weight, PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
            return refused(503, "too many reviews at once; try again");
        }
        try {
            return read(exchange.getRequestBody(), judge);
        } finally {
            room.release(weight);
        }
    }

    private Answer refused(int status, String why) {
        metrics.reviewRefused();
        return new Answer(status, why + "\n");
    }

    /// Without a length, as much as there may be.
    private static long length(HttpExchange exchange) {
        var given = exchange.getRequestHeaders().getFirst("Content-Length");
        return given != null && given.matches("[0-9]{1,18}") ? Long.parseLong(given) : MOST_BYTES;
    }

    private Answer read(InputStream body, Judge judge) throws IOException {
        Sifted review;
        try {
            var sieve = new JsonSieve(new AtMost(body, MOST_BYTES), Mesh.REVIEW);
            review = sieve.next().orElse(new Sifted(new Json.Null(), true));
        } catch (AtMost.Exceeded _) {
            return refused(413, "a review has at most %d bytes".formatted(MOST_BYTES));
        } catch (IOException broken) {
            return refused(400, "no AdmissionReview: " + broken.getMessage());
        }
        return new Answer(200, judged(review, judge).line());
    }

    private Json judged(Sifted review, Judge judge) {
        if (!review.whole()) {
            metrics.reviewRefused();
            return Admission.unjudged(
                    review.json(),
                    judge.mutation(),
                    "it is larger than Bookend reads (about %d MB in memory); write less in it"
                            .formatted(Mesh.REVIEW.mostWeight() / 1_000_000));
        }
        try {
            return judge.opinion().apply(review.json());
        } catch (RuntimeException | StackOverflowError bug) {
            metrics.reviewRefused();
            log.warn("a review cannot be answered: " + bug);
            return Admission.unjudged(
                    review.json(),
                    judge.mutation(),
                    "it cannot be judged, because of a bug of Bookend's own: " + bug);
        }
    }
}
