package dev.bookend.api.pod;

import dev.bookend.agent.charge.PodCharge;
import dev.bookend.agent.charge.PodClaim;
import dev.bookend.agent.duty.Aside;
import dev.bookend.agent.duty.Duties;
import dev.bookend.agent.duty.Duty;
import dev.bookend.agent.life.PodLife;
import dev.bookend.agent.life.PodSupervisor;
import dev.bookend.api.health.AgentHealth;
import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.Metadata;
import dev.bookend.api.resource.ObjectKey;
import dev.bookend.api.resource.PodGrace;
import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.resource.Trees;
import dev.bookend.api.store.Change;
import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.lifecycle.rules.Home;
import dev.bookend.lifecycle.value.Attempt;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.read.ManifestJudge;
import dev.bookend.manifest.read.ManifestReader;
import dev.bookend.manifest.text.LocatedFinding;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Makes pods live as their objects say: begins those that are new, ends those that are to be
/// deleted, and clears away what is left of those that are gone.
public final class PodKeeper implements AgentHealth.Pods, AutoCloseable {
    private static final Duration LOOK = Duration.ofMinutes(1);
    private static final int MOST_SENTENCES = 3;

    private final PodReport.Desk desk;
    private final PodSupervisor supervisor;
    private final String node;
    private final FoundPods found;
    private final Map<String, Kept> kept = new HashMap<>();
    private volatile boolean listed;
    private volatile boolean draining;
    private volatile boolean closing;
    private final Aside aside;
    private volatile Optional<Duty> duty = Optional.empty();

    /// A pod in our care, and the end that was asked for.
    private record Kept(PodClaim claim, String deletion) {}

    public PodKeeper(
            PodReport.Desk desk,
            PodSupervisor supervisor,
            String node,
            FoundPods found,
            Aside aside) {
        this.aside = aside;
        this.desk = desk;
        this.supervisor = supervisor;
        this.node = node;
        this.found = found;
    }

    public void start(Duties duties) {
        duty = Optional.of(duties.begin("pod-keeper", this::run));
    }

    private void run() throws ApiError, InterruptedException {
        while (!closing) {
            follow();
        }
    }

    private void follow() throws ApiError, InterruptedException {
        var listing = desk.store().list(ResourceType.PODS, Optional.empty());
        listing.objects().forEach(it -> aside.handled(word(it), () -> look(it)));
        listed = true;
        try (var feed =
                desk.store()
                        .watch(
                                key -> key.type() == ResourceType.PODS,
                                Optional.of(listing.version()))) {
            while (!closing && !feed.isCut()) {
                feed.next(LOOK).ifPresent(it -> aside.handled(it.key().toString(), () -> take(it)));
            }
        }
    }

    private static String word(Json.Obj pod) {
        return ObjectKey.of(ResourceType.PODS, pod).toString();
    }

    private void take(Change change) {
        change.before()
                .filter(
                        it ->
                                !change.after()
                                        .map(Metadata::uid)
                                        .equals(Optional.of(Metadata.uid(it))))
                .ifPresent(this::clear);
        change.after().ifPresent(this::look);
    }

    private void clear(Json.Obj pod) {
        var gone = kept.remove(Metadata.uid(pod));
        if (gone != null) {
            Thread.ofVirtual().name("clearing").start(() -> supervisor.remove(gone.claim()));
        }
    }

    private void look(Json.Obj pod) {
        var uid = Metadata.uid(pod);
        if (!kept.containsKey(uid) && isOurs(pod)) {
            begin(pod, uid);
        }
        var deletion = Trees.text(pod, "metadata", "deletionTimestamp");
        var known = kept.get(uid);
        if (deletion.isEmpty()) {
            return;
        }
        if (known == null) {
            new PodReport(ObjectKey.of(ResourceType.PODS, pod), uid, desk).neverBegan();
        } else if (!deletion.equals(known.deletion())) {
            kept.put(uid, new Kept(known.claim(), deletion));
            supervisor.stop(uid, grace(pod));
        }
    }

    /// What lives here is ours, also if this machine had another name when it was begun.
    private boolean isOurs(Json.Obj pod) {
        var uid = Metadata.uid(pod);
        return Trees.text(pod, "spec", "nodeName").equals(node)
                || supervisor.hasBegun(ObjectKey.of(ResourceType.PODS, pod).podName(), uid)
                || supervisor.isAlive(uid);
    }

    private void begin(Json.Obj pod, String uid) {
        if (draining && !Metadata.isDeleting(pod)) {
            return;
        }
        var claim = claim(pod);
        kept.put(uid, new Kept(claim, ""));
        if (!Metadata.isOver(pod) || supervisor.isAlive(uid)) {
            var key = ObjectKey.of(ResourceType.PODS, pod);
            supervisor.begin(claim, new PodReport(key, uid, desk), desk.requests());
        }
    }

    private static PodClaim claim(Json.Obj pod) {
        var uid = Metadata.uid(pod);
        return charge(pod)
                .map(it -> PodClaim.of(it, uid))
                .orElseGet(
                        () ->
                                PodClaim.without(
                                        ObjectKey.of(ResourceType.PODS, pod).podName(),
                                        uid,
                                        refusal(pod)));
    }

    private static String refusal(Json.Obj pod) {
        var why =
                FoundPods.isBare(pod)
                        ? "its manifest is lost"
                        : "its manifest is refused: "
                                + new ManifestJudge(Home.EMBEDDED, Set.of())
                                                .judge(ManifestReader.read("pod", written(pod)))
                                                .findings()
                                                .stream()
                                                .map(LocatedFinding::finding)
                                                .filter(Finding::isError)
                                                .limit(MOST_SENTENCES)
                                                .map(Finding::sentence)
                                                .collect(Collectors.joining("; "));
        return why + "; it cannot be begun: delete it, and make it anew";
    }

    /// The pod as its author wrote it, without what changes during its life.
    public static Optional<PodCharge> charge(Json.Obj pod) {
        return FoundPods.isBare(pod)
                ? Optional.empty()
                : PodCharge.read(written(pod).line(), Optional.empty());
    }

    private static Json.Obj written(Json.Obj pod) {
        var plain = Trees.without(pod, "status");
        for (var field :
                List.of("resourceVersion", "deletionTimestamp", "deletionGracePeriodSeconds")) {
            plain = Trees.without(plain, "metadata", field);
        }
        return plain;
    }

    private static Optional<Duration> grace(Json pod) {
        return Optional.of(PodGrace.ofDeletion(pod));
    }

    public boolean isAlive(Json.Obj pod) {
        return supervisor.isAlive(Metadata.uid(pod));
    }

    /// The life behind an object, while it lasts.
    public Optional<PodLife> life(Json.Obj pod) {
        return life(Metadata.uid(pod));
    }

    public Optional<PodLife> life(String uid) {
        return supervisor.life(uid);
    }

    public Optional<Path> log(Json.Obj pod, Attempt attempt) {
        return supervisor.log(claim(pod), attempt);
    }

    /// Begins no pod any more, and ends all in order.
    ///
    /// @param budget what shortens the pods' own grace
    public void drain(Optional<Duration> budget) {
        draining = true;
        for (var pod : desk.store().list(ResourceType.PODS, Optional.empty()).objects()) {
            var own = Duration.ofSeconds(PodGrace.seconds(pod));
            var grace = budget.filter(it -> it.compareTo(own) < 0).orElse(own);
            supervisor.stop(Metadata.uid(pod), Optional.of(grace));
        }
    }

    @Override
    public boolean hasTakenOver() {
        return listed && supervisor.hasTriedAll();
    }

    @Override
    public List<String> problems() {
        return Stream.concat(supervisor.problems().stream(), found.problems().stream()).toList();
    }

    @Override
    public boolean isAwake() {
        return duty.filter(it -> !it.isHopeless()).isPresent();
    }

    @Override
    public Optional<String> excess() {
        return desk.store().excess();
    }

    @Override
    public boolean isDraining() {
        return draining;
    }

    @Override
    public void close() {
        closing = true;
        duty.ifPresent(Duty::close);
        supervisor.leave();
    }
}
