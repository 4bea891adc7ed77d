package dev.bookend.operator;

import dev.bookend.certificates.ExchangeableKey;
import dev.bookend.operator.admission.Admission;
import dev.bookend.operator.admission.Mutation;
import dev.bookend.operator.admission.PodNaming;
import dev.bookend.operator.kube.ApiClient;
import dev.bookend.operator.kube.Leadership;
import dev.bookend.operator.kube.Marks;
import dev.bookend.operator.kube.Watch;
import dev.bookend.operator.launch.LaunchController;
import dev.bookend.operator.process.Log;
import dev.bookend.operator.process.Metrics;
import dev.bookend.operator.process.Surroundings;
import dev.bookend.operator.process.WatchedThreads;
import dev.bookend.operator.serving.CertificateKeeper;
import dev.bookend.operator.serving.WebhookServer;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;

/// One operator: webhooks, the launch controller, and what keeps them going.
public final class Operator implements AutoCloseable {
    private static final int WORKERS = 16;
    private static final Duration ONE_LOOK = Duration.ofSeconds(1);
    private static final String SELECTOR = Marks.ORDERED_LABEL + "%3D" + Marks.ORDERED_VALUE;
    private final WatchedThreads threads;
    private final Leadership leadership;
    private final WebhookServer server;

    Operator(OperatorSettings settings, Surroundings around) throws IOException {
        var api = new ApiClient(settings.address());
        var key = new ExchangeableKey();
        this.leadership =
                new Leadership(
                        api,
                        settings.names().namespace(),
                        settings.identity(),
                        around.clock(),
                        around.log());
        var controller = new LaunchController(api, leadership::leads, around);
        var keeper = new CertificateKeeper(api, settings.names(), key, leadership::leads, around);
        gauges(controller, around.metrics());
        this.threads = new WatchedThreads(around.log());
        threads.keep("leadership", () -> leadership.run(controller::lookAtAll));
        threads.keep("certificates", keeper::run);
        threads.keep("pods", podWatch(api, controller, around.log())::run);
        threads.keep("barriers", mapWatch(api, controller, around.log())::run);
        for (var i = 0; i < WORKERS; i++) {
            threads.keep("launch-" + i, controller::run);
        }
        this.server =
                WebhookServer.open(
                        settings.doors(),
                        new Admission(mutation(api)),
                        key,
                        around,
                        new WebhookServer.Health(threads::trouble, () -> certificate(key)));
        threads.adopt("HTTP-Dispatcher");
        threads.adopt("-SelectorManager");
    }

    private static Optional<String> certificate(ExchangeableKey key) {
        return key.current().isPresent()
                ? Optional.empty()
                : Optional.of("not ready: there is no certificate yet");
    }

    private void gauges(LaunchController controller, Metrics metrics) {
        metrics.gauge("bookend_ordered_pods", () -> controller.index().pods().size());
        metrics.gauge("bookend_objects_aside", () -> controller.index().aside());
        metrics.gauge("bookend_waiting_pods", controller::waitingPods);
        metrics.gauge("bookend_leader", () -> leadership.leads() ? 1 : 0);
    }

    private static Watch podWatch(ApiClient api, LaunchController controller, Log log) {
        return new Watch(api, "/api/v1/pods", SELECTOR, controller.index().podFollower(), log);
    }

    private static Watch mapWatch(ApiClient api, LaunchController controller, Log log) {
        return new Watch(
                api, "/api/v1/configmaps", SELECTOR, controller.index().mapFollower(), log);
    }

    private static Mutation mutation(ApiClient api) {
        return new Mutation(
                new PodNaming(new SecureRandom()), (space, map) -> isTaken(api, space, map));
    }

    /// In doubt the name counts as taken: the pod is then held until the controller has looked.
    private static boolean isTaken(ApiClient api, String namespace, String map) {
        try {
            return !api.get(
                            "/api/v1/namespaces/%s/configmaps/%s".formatted(namespace, map),
                            ONE_LOOK)
                    .isNotFound();
        } catch (IOException _) {
            return true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    int webhookPort() {
        return server.webhookPort();
    }

    int healthPort() {
        return server.healthPort();
    }

    /// Gives the lease back first, so that another operator takes over at once.
    @Override
    public void close() {
        try {
            leadership.release();
            server.close();
            threads.end();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
