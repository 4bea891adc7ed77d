package dev.bookend.e2e;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// Clients that ask for the same ordered pod again and again, without creating it.
final class Load implements AutoCloseable {
    private static final int CLIENTS = 4;
    private static final int BREATH_MILLIS = 20;
    private final Process proxy;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ScheduledExecutorService clients = Executors.newScheduledThreadPool(CLIENTS);
    private final List<Future<?>> asking = new ArrayList<>();
    private final AtomicLong admitted = new AtomicLong();
    private final Queue<String> refused = new ConcurrentLinkedQueue<>();

    Load(Space space, String pod) throws IOException {
        this.proxy =
                new ProcessBuilder(space.cluster().command("proxy", "--port=0"))
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        var said = proxy.inputReader().readLine();
        var port = said.substring(said.lastIndexOf(':') + 1).strip();
        var request =
                HttpRequest.newBuilder(
                                URI.create(
                                        "http://127.0.0.1:%s/api/v1/namespaces/%s/pods?dryRun=All"
                                                .formatted(port, space.name())))
                        .header("Content-Type", "application/yaml")
                        .timeout(Duration.ofSeconds(60))
                        .POST(HttpRequest.BodyPublishers.ofString(pod))
                        .build();
        for (var i = 0; i < CLIENTS; i++) {
            asking.add(
                    clients.scheduleWithFixedDelay(
                            () -> ask(request), 0, BREATH_MILLIS, TimeUnit.MILLISECONDS));
        }
    }

    private void ask(HttpRequest request) {
        try {
            var answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() == 201 && answer.body().contains("KRUISE_CONTAINER_BARRIER")) {
                admitted.incrementAndGet();
            } else {
                refused.add(answer.body());
            }
        } catch (IOException broken) {
            refused.add(broken.toString());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    long admitted() {
        return admitted.get();
    }

    Queue<String> refused() {
        return refused;
    }

    @Override
    public void close() {
        asking.forEach(it -> it.cancel(false));
        clients.close();
        proxy.destroy();
    }
}
