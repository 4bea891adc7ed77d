package dev.bookend.api.recreate;

import dev.bookend.agent.request.RecreationListener;
import dev.bookend.api.object.Admission;
import dev.bookend.api.pod.Clerk;
import dev.bookend.api.pod.NewImages;
import dev.bookend.api.pod.NodeObject;
import dev.bookend.api.pod.PodKeeper;
import dev.bookend.api.pod.SeenPods;
import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.Metadata;
import dev.bookend.api.resource.ObjectKey;
import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.resource.Trees;
import dev.bookend.api.store.ObjectStore;
import dev.bookend.lifecycle.engine.RecreateSight;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.recreate.RecreateAdmission;
import dev.bookend.lifecycle.recreate.RecreatePod;
import dev.bookend.lifecycle.recreate.RecreateProgress;
import dev.bookend.lifecycle.recreate.RecreateStatus;
import dev.bookend.lifecycle.recreate.RecreateVerdict;
import dev.bookend.lifecycle.recreate.RequestId;
import dev.bookend.lifecycle.value.PodName;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.recreate.RecreateObject;
import dev.bookend.manifest.recreate.RecreateReader;

import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.function.Consumer;

/// Judges ContainerRecreateRequests by the pods they name, and writes into them how they fare.
public final class RecreateDesk implements Admission, RecreationListener {
    private final ObjectStore store;
    private final Clerk clerk;
    private final InstantSource time;
    private final SeenPods seen;

    public RecreateDesk(ObjectStore store, Clerk clerk, SeenPods seen, InstantSource time) {
        this.store = store;
        this.clerk = clerk;
        this.seen = seen;
        this.time = time;
    }

    @Override
    public Json.Obj create(ObjectKey key, Json.Obj object, Wishes wishes, Consumer<String> warn)
            throws ApiError {
        var read = RecreateReader.read(object);
        if (!read.isSound()) {
            throw ApiError.invalid(key, read.findings());
        }
        var name = Trees.text(object, "spec", "podName");
        var pod = store.get(new ObjectKey(ResourceType.PODS, key.namespace(), name));
        var judged = pod.isPresent() ? judgedBy(pod.get()) : Optional.<RecreatePod>empty();
        if (pod.flatMap(NewImages::of)
                .filter(it -> it.request(name).equals(key.name()))
                .isPresent()) {
            judged = judged.map(RecreatePod::withNewImages);
        }
        var id = RecreateReader.id(object);
        return switch (RecreateAdmission.judge(read.spec(), id, judged, time.instant())) {
            case RecreateVerdict.Refused(var problems) -> throw ApiError.invalid(key, problems);
            case RecreateVerdict.Accepted accepted -> {
                accepted.warnings().forEach(it -> warn.accept(it.sentence()));
                yield RecreateObject.accepted(object, accepted, pod.orElse(Trees.EMPTY));
            }
        };
    }

    private Optional<RecreatePod> judgedBy(Json.Obj pod) throws ApiError {
        var uid = Metadata.uid(pod);
        if (Trees.text(pod, "status", "phase").equals("Running")) {
            seen.await(uid);
        }
        var life = seen.get(uid);
        return life.isPresent()
                ? life.map(it -> RecreateSight.of(it.plan(), it.pod(), uid, NodeObject.name()))
                : PodKeeper.charge(pod).map(it -> without(it.plan(), pod));
    }

    /// A pod that does not live: it has ended, or has yet to begin.
    private static RecreatePod without(PodPlan plan, Json.Obj pod) {
        var unborn = RecreateSight.of(plan, PodState.unborn(plan), Metadata.uid(pod), "");
        var over = Metadata.isOver(pod);
        var candidates = new LinkedHashMap<String, RecreatePod.Candidate>();
        unborn.candidates()
                .forEach(
                        (name, it) ->
                                candidates.put(
                                        name,
                                        new RecreatePod.Candidate(
                                                it.kind(), it.policy(), over, it.id(), 0)));
        return new RecreatePod(
                unborn.name(),
                unborn.uid(),
                Optional.of(Trees.text(pod, "spec", "nodeName")).filter(it -> !it.isEmpty()),
                !over && !Metadata.isDeleting(pod),
                unborn.grace(),
                true,
                candidates,
                unborn.home());
    }

    @Override
    public Json.Obj update(ObjectKey key, Json.Obj before, Json.Obj after, Wishes wishes)
            throws ApiError {
        var problems = RecreateObject.updateProblems(before, after);
        if (!problems.isEmpty()) {
            throw ApiError.invalid(key, problems);
        }
        return after;
    }

    @Override
    public void changed(PodName pod, RecreateProgress progress) {
        var status = RecreateStatus.of(progress);
        clerk.later(() -> edit(pod, progress.request().id(), it -> status(it, status)));
    }

    private static Optional<Json.Obj> status(Json.Obj object, RecreateStatus status) {
        return Optional.of(RecreateObject.with(object, status));
    }

    /// A pod remembers only so many finished requests; their objects stay (CRR-9).
    @Override
    public void removed(PodName pod, RequestId id) {}

    private void edit(PodName pod, RequestId id, ObjectStore.Edit edit) throws ApiError {
        store.change(
                new ObjectKey(ResourceType.RECREATE_REQUESTS, pod.namespace(), id.name()),
                it -> Metadata.uid(it).equals(id.uid()) ? edit.of(it) : Optional.of(it),
                ObjectStore.Durability.SYNCED);
    }
}
