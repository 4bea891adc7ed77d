package dev.bookend.agent.request;

import dev.bookend.agent.charge.PodRefused;
import dev.bookend.agent.charge.PodRefused.Kind;
import dev.bookend.agent.duty.DirectoryWatch;
import dev.bookend.agent.state.Machine;
import dev.bookend.agent.state.StateDirectory;
import dev.bookend.lifecycle.engine.RecreateSight;
import dev.bookend.lifecycle.recreate.RecreateAdmission;
import dev.bookend.lifecycle.recreate.RecreateProgress;
import dev.bookend.lifecycle.recreate.RecreateSpec;
import dev.bookend.lifecycle.recreate.RecreateStatus;
import dev.bookend.lifecycle.recreate.RecreateVerdict;
import dev.bookend.lifecycle.recreate.RequestId;
import dev.bookend.lifecycle.value.PodName;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.json.JsonRead;
import dev.bookend.manifest.recreate.RecreateObject;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Asks the owner of a pod to recreate containers, and follows the request in the pod's journal.
public final class PodRecreation {
    /// How long the owner may take to hear of a request.
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /// How often the owner is looked after when its journal is silent.
    private static final Duration LOOK = Duration.ofSeconds(1);

    private static final int SUFFIX = 5;

    private final StateDirectory state;
    private final PodName name;
    private final InstantSource time;

    public PodRecreation(StateDirectory state, PodName name, InstantSource time) {
        this.state = state;
        this.name = name;
        this.time = time;
    }

    /// Judges a request by the pod as it is, and hands it to the pod's owner if it is accepted.
    public RecreateVerdict ask(RecreateSpec spec) throws PodRefused {
        var record = owned();
        var id = freshId();
        var pod =
                RecreateSight.of(
                        record.charge().effectivePlan(),
                        record.pod(),
                        record.uid(),
                        Machine.name());
        var verdict = RecreateAdmission.judge(spec, id, Optional.of(pod), time.instant());
        if (verdict instanceof RecreateVerdict.Accepted accepted) {
            leave(accepted, record);
        }
        return verdict;
    }

    private RequestId freshId() throws PodRefused {
        try {
            var uid = Machine.freshId();
            return RequestId.local(name.name() + "-" + uid.substring(0, SUFFIX), uid);
        } catch (IOException failure) {
            throw new PodRefused(Kind.UNABLE, "no id for the request: " + failure, failure);
        }
    }

    private PodRecord owned() throws PodRefused {
        var record = PodRecord.read(state, name);
        if (record.owner().isEmpty() && !record.pod().ended()) {
            throw new PodRefused(
                    Kind.NOT_OURS,
                    "pod %s: the process that ran it is gone; run it again to adopt its containers,"
                                    .formatted(name)
                            + " then ask again");
        }
        return record;
    }

    private void leave(RecreateVerdict.Accepted accepted, PodRecord record) throws PodRefused {
        var source = JsonRead.of(record.charge().source());
        var pod = source instanceof JsonRead.Value(var json) ? json : Json.object().done();
        var draft =
                Json.object()
                        .put("metadata", Json.object().put("namespace", name.namespace()).done())
                        .put("spec", spec(accepted))
                        .done();
        try {
            RecreateFiles.leave(state.pod(name), RecreateObject.accepted(draft, accepted, pod));
        } catch (IOException failure) {
            throw new PodRefused(
                    Kind.UNABLE,
                    "pod %s: the request cannot be left for its owner: %s".formatted(name, failure),
                    failure);
        }
    }

    private Json spec(RecreateVerdict.Accepted accepted) {
        var request = accepted.request();
        var strategy =
                Json.object()
                        .put("orderedRecreate", request.strategy().ordered())
                        .put("forceRecreate", request.strategy().force())
                        .put(
                                "terminationGracePeriodSeconds",
                                request.strategy().grace().toSeconds())
                        .put("minStartedSeconds", request.strategy().minStarted().toSeconds());
        request.strategy()
                .unready()
                .ifPresent(it -> strategy.put("unreadyGracePeriodSeconds", it.toSeconds()));
        var spec = Json.object().put("podName", name.name()).put("strategy", strategy.done());
        request.activeDeadline().ifPresent(it -> spec.put("activeDeadlineSeconds", it.toSeconds()));
        request.ttl().ifPresent(it -> spec.put("ttlSecondsAfterFinished", it.toSeconds()));
        return spec.done();
    }

    /// Follows a request to its end, and tells of every change on the way.
    public RecreateStatus follow(
            RequestId id, DirectoryWatch watch, Consumer<RecreateStatus> listener)
            throws PodRefused, InterruptedException {
        var news = new Semaphore(1);
        try {
            watch.on(state.pod(name).root(), news::release);
        } catch (IOException failure) {
            throw new PodRefused(
                    Kind.UNABLE, "pod %s cannot be watched: %s".formatted(name, failure), failure);
        }
        var asked = time.instant();
        var last = Optional.<RecreateStatus>empty();
        while (true) {
            if (news.tryAcquire(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
                news.drainPermits();
            }
            var now = look(id, asked);
            if (now.isPresent() && !now.equals(last)) {
                last = now;
                listener.accept(now.get());
            }
            if (now.filter(RecreateStatus::isCompleted).isPresent()) {
                return now.get();
            }
        }
    }

    private Optional<RecreateStatus> look(RequestId id, Instant asked) throws PodRefused {
        var record = PodRecord.read(state, name);
        var progress = Optional.ofNullable(record.requests().get(id));
        if (progress.filter(RecreateProgress::isOver).isPresent()) {
            return progress.map(RecreateStatus::of);
        }
        if (record.pod().ended()) {
            throw new PodRefused(
                    Kind.NOT_OURS, "pod %s ended before it heard of the request".formatted(name));
        }
        if (record.owner().isEmpty()) {
            throw new PodRefused(
                    Kind.NOT_OURS,
                    "pod %s: the process that ran it is gone; the request goes on when the pod is"
                                    .formatted(name)
                            + " run again");
        }
        if (progress.isEmpty() && time.instant().isAfter(asked.plus(PATIENCE))) {
            throw new PodRefused(
                    Kind.NOT_OURS,
                    "pod %s: process %d did not hear of the request within %d s; look what it does"
                            .formatted(name, record.owner().get(), PATIENCE.toSeconds()));
        }
        return progress.map(RecreateStatus::of);
    }
}
