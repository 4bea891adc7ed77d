package dev.bookend.api.pod;

import dev.bookend.agent.life.PodWard;
import dev.bookend.agent.request.RecreationListener;
import dev.bookend.api.health.Metrics;
import dev.bookend.api.health.PodMeter;
import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.Metadata;
import dev.bookend.api.resource.ObjectKey;
import dev.bookend.api.resource.Trees;
import dev.bookend.api.store.ObjectStore;
import dev.bookend.lifecycle.life.Notice;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.status.PodStatus;
import dev.bookend.manifest.json.Json;

import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Writes what a pod lives through into its object. The pod's thread only leaves word.
public final class PodReport implements PodWard {
    private final ObjectKey key;
    private final String uid;
    private final Desk desk;
    private final PodMeter meter;
    private final RunIds ids = new RunIds();
    private final AtomicReference<String> lastSaid = new AtomicReference<>("");
    private final AtomicReference<Optional<SeenPods.Seen>> latest =
            new AtomicReference<>(Optional.empty());

    /// What reports are written with.
    public record Desk(
            ObjectStore store,
            Clerk clerk,
            EventRecorder events,
            Metrics metrics,
            SeenPods seen,
            RecreationListener requests,
            InstantSource time,
            String address,
            Consumer<String> log) {}

    PodReport(ObjectKey key, String uid, Desk desk) {
        this.key = key;
        this.uid = uid;
        this.desk = desk;
        meter = new PodMeter(desk.metrics());
    }

    @Override
    public void told(PodPlan plan, Notice notice) {
        meter.told(notice);
        desk.clerk().ifRoom(() -> write(notice));
    }

    private void write(Notice notice) throws ApiError {
        var field = notice.container().map("spec.containers{%s}"::formatted).orElse("");
        write(
                field,
                new EventRecorder.Happening(
                        notice.tone(), notice.reason().word(), message(notice), notice.at()));
    }

    /// Clients show a pod's events together and leave out the field, so the message names it too.
    private static String message(Notice notice) {
        return notice.container().map(it -> it + ": " + notice.message()).orElse(notice.message());
    }

    private void write(String field, EventRecorder.Happening happening) throws ApiError {
        var pod = own();
        if (pod.isPresent()) {
            desk.events().record(new EventRecorder.Subject(pod.get(), field), happening);
        }
    }

    private Optional<Json.Obj> own() {
        return desk.store().get(key).filter(it -> Metadata.uid(it).equals(uid));
    }

    /// Many steps in a row are written down once.
    @Override
    public void changed(PodPlan plan, PodState pod) {
        meter.changed(plan, pod);
        ids.note(pod);
        desk.seen().note(uid, new SeenPods.Seen(plan, pod));
        if (latest.getAndSet(Optional.of(new SeenPods.Seen(plan, pod))).isEmpty()) {
            desk.clerk().later(this::writeLatest);
        }
    }

    private void writeLatest() throws ApiError {
        var seen = latest.getAndSet(Optional.empty());
        try {
            if (seen.isPresent()) {
                write(seen.get());
            }
        } catch (ApiError error) {
            latest.updateAndGet(newer -> newer.isPresent() ? newer : seen);
            throw error;
        }
    }

    private void write(SeenPods.Seen seen) throws ApiError {
        edit(it -> Optional.of(shown(it, seen.plan(), seen.pod())), ObjectStore.Durability.WRITTEN);
    }

    private Json.Obj shown(Json.Obj pod, PodPlan plan, PodState state) {
        var status = PodStatusJson.of(pod, PodStatus.of(plan, state), desk.address(), ids);
        return Trees.with(pod, status, "status");
    }

    private void edit(ObjectStore.Edit edit, ObjectStore.Durability durability) throws ApiError {
        desk.store()
                .change(
                        key,
                        it -> Metadata.uid(it).equals(uid) ? edit.of(it) : Optional.of(it),
                        durability);
    }

    @Override
    public void ended(PodPlan plan, PodState pod) {
        desk.seen().forget(uid);
        desk.clerk()
                .later(
                        () -> {
                            edit(
                                    it -> settled(shown(it, plan, pod)),
                                    ObjectStore.Durability.SYNCED);
                            own().ifPresent(this::tellOfFinalizers);
                        });
    }

    /// Nobody waits for the end of an object without a word.
    private void tellOfFinalizers(Json.Obj pod) {
        if (Metadata.isDeleting(pod) && Metadata.hasFinalizers(pod)) {
            var names =
                    Trees.items(pod, "metadata", "finalizers").stream()
                            .map(it -> it.text().orElse(it.line()))
                            .collect(Collectors.joining(", "));
            warn(
                    "HeldByFinalizers",
                    "the pod has ended, and its object is held by the finalizers %s until whoever"
                                    .formatted(names)
                            + " set them removes them");
        }
    }

    @Override
    public void neverBegan() {
        desk.clerk().later(() -> edit(PodReport::settled, ObjectStore.Durability.SYNCED));
    }

    /// A pod that was to be deleted goes with its end, unless a finalizer holds it.
    private static Optional<Json.Obj> settled(Json.Obj pod) {
        return Metadata.isDeleting(pod) && !Metadata.hasFinalizers(pod)
                ? Optional.empty()
                : Optional.of(pod);
    }

    @Override
    public void refused(String why) {
        say(why);
        warn("FailedCreatePodSandBox", why);
    }

    @Override
    public void lost(String what) {
        say(what);
        warn("RecordLost", what);
    }

    /// Tells whoever reads the agent's log, once and not at every attempt.
    private void say(String sentence) {
        if (!sentence.equals(lastSaid.getAndSet(sentence))) {
            desk.log().accept("bookend agent: " + sentence);
        }
    }

    @Override
    public void faulted(String why) {
        say("pod %s: %s; it is tried again".formatted(key.podName(), why));
        warn("Failed", why + "; it is tried again");
    }

    private void warn(String reason, String message) {
        var happening =
                new EventRecorder.Happening(
                        Notice.Tone.WARNING, reason, message, desk.time().instant());
        desk.clerk().ifRoom(() -> write("", happening));
    }
}
