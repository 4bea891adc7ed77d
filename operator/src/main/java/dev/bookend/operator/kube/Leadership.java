package dev.bookend.operator.kube;

import dev.bookend.manifest.json.Json;
import dev.bookend.operator.process.Log;
import dev.bookend.operator.process.Pause;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/// Of several operators one leads: the holder of a Lease.
///
/// Whether another's lease has run out is judged by how long it has not changed under our own eyes,
/// never by comparing the clocks of two machines.
public final class Leadership {
    static final Duration LEASE = Duration.ofSeconds(15);
    static final Duration RENEWAL = Duration.ofSeconds(2);
    private static final Duration GIVEN_UP = Duration.ofSeconds(10);
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);
    private final ApiClient api;
    private final String leases;
    private final String self;
    private final InstantSource clock;
    private final Log log;
    private String seenVersion = "";
    private Instant seenAt = Instant.EPOCH;
    private Instant renewedAt = Instant.EPOCH;
    private volatile boolean leads;

    public Leadership(ApiClient api, String namespace, String self, InstantSource clock, Log log) {
        this.api = api;
        this.leases = "/apis/coordination.k8s.io/v1/namespaces/%s/leases".formatted(namespace);
        this.self = self;
        this.clock = clock;
        this.log = log;
    }

    public boolean leads() {
        return leads;
    }

    /// Strives for the lease until the thread is interrupted.
    ///
    /// @param elected called each time this operator becomes the leader
    public void run(Runnable elected) {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                var before = leads;
                turn();
                if (leads && !before) {
                    log.info("%s leads".formatted(self));
                    elected.run();
                }
                new Pause(RENEWAL, RENEWAL).await(clock);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    void turn() throws InterruptedException {
        try {
            var answer = api.get(leases + "/bookend-operator", RENEWAL);
            if (answer.isNotFound()) {
                settle(api.create(leases, lease(Optional.empty())));
            } else if (answer.isSuccess()) {
                consider(answer.body());
            }
        } catch (IOException failed) {
            log.warn("lease: " + failed.getMessage());
        }
        if (leads && clock.instant().isAfter(renewedAt.plus(GIVEN_UP))) {
            leads = false;
            log.warn("%s leads no more: the lease could not be renewed".formatted(self));
        }
    }

    private void consider(Json lease) throws IOException, InterruptedException {
        var version = lease.at("metadata", "resourceVersion").flatMap(Json::text).orElse("");
        var holder = lease.at("spec", "holderIdentity").flatMap(Json::text).orElse("");
        if (!version.equals(seenVersion)) {
            seenVersion = version;
            seenAt = clock.instant();
        }
        var free = holder.isEmpty() || clock.instant().isAfter(seenAt.plus(LEASE));
        if (holder.equals(self) || free) {
            settle(api.replace(leases + "/bookend-operator", lease(Optional.of(version))));
        } else {
            leads = false;
        }
    }

    private void settle(ApiAnswer answer) {
        if (answer.isSuccess()) {
            renewedAt = clock.instant();
            leads = true;
        } else if (answer.isConflict()) {
            leads = false;
        }
    }

    /// Gives the lease back, so that another need not wait for its end.
    public void release() throws InterruptedException {
        if (!leads) {
            return;
        }
        leads = false;
        try {
            var spec = Json.object().put("holderIdentity", "").done();
            api.patch(
                    leases + "/bookend-operator",
                    ApiClient.MERGE_PATCH,
                    Json.object().put("spec", spec).done());
        } catch (IOException failed) {
            log.warn("lease is not given back: " + failed.getMessage());
        }
    }

    private Json lease(Optional<String> version) {
        var now = MICROS.format(clock.instant());
        var spec =
                Json.object()
                        .put("holderIdentity", self)
                        .put("leaseDurationSeconds", LEASE.toSeconds())
                        .put("acquireTime", now)
                        .put("renewTime", now)
                        .done();
        var meta = Json.object().put("name", "bookend-operator").put("resourceVersion", version);
        return Json.object()
                .put("apiVersion", "coordination.k8s.io/v1")
                .put("kind", "Lease")
                .put("metadata", meta.done())
                .put("spec", spec)
                .done();
    }
}
