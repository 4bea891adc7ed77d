package dev.bookend.lifecycle.engine;

import dev.bookend.lifecycle.life.Action;
import dev.bookend.lifecycle.life.Conditions;
import dev.bookend.lifecycle.life.ContainerLife;
import dev.bookend.lifecycle.life.ContainerState;
import dev.bookend.lifecycle.life.Event;
import dev.bookend.lifecycle.life.Notice;
import dev.bookend.lifecycle.life.Notice.Detail;
import dev.bookend.lifecycle.life.Notice.Tone;
import dev.bookend.lifecycle.life.NoticeReason;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.Step;
import dev.bookend.lifecycle.plan.LaunchFact;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.recreate.RecreateProgress;
import dev.bookend.lifecycle.recreate.RequestId;
import dev.bookend.lifecycle.value.ContainerName;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/// A step while it is being worked out. It never leaves the step that made it.
final class Draft {
    final PodPlan plan;

    /// When the event happened.
    final Instant happened;

    /// When the step is decided: news that comes late does not turn back the clock.
    final Instant at;

    private final LinkedHashMap<ContainerName, ContainerLife> lives;
    private final LinkedHashMap<RequestId, RecreateProgress> recreations;
    private final Conditions conditions;
    private final List<Action> actions = new ArrayList<>();
    private final List<Notice> notices = new ArrayList<>();
    private final PodStage before;
    private PodStage stage;
    private Instant begun;

    Draft(PodPlan plan, PodState pod, Event event) {
        this.plan = plan;
        happened = event.at();
        at = event.mayComeLate() && happened.isBefore(pod.latest()) ? pod.latest() : happened;
        lives = new LinkedHashMap<>(pod.containers());
        recreations = new LinkedHashMap<>(pod.recreations());
        conditions = pod.conditions();
        before = pod.stage();
        stage = before;
        begun = pod.begun();
    }

    Step step() {
        var pod = new PodState(stage, begun, lives, conditions, recreations, at);
        var fresh = conditions.refreshed(plan, pod, at);
        var next = new PodState(stage, begun, lives, fresh, recreations, at);
        return new Step(next, actions, notices);
    }

    SequencedMap<RequestId, RecreateProgress> recreations() {
        return recreations;
    }

    PodStage stage() {
        return stage;
    }

    void stage(PodStage next) {
        stage = next;
    }

    /// Whether this very step began the pod's termination.
    boolean beginsToTerminate() {
        return stage instanceof PodStage.Terminating && !(before instanceof PodStage.Terminating);
    }

    void begin() {
        begun = at;
        stage = new PodStage.Active(at);
    }

    Instant begun() {
        return begun;
    }

    boolean active() {
        return stage instanceof PodStage.Active;
    }

    Set<ContainerName> names() {
        return plan.containers().keySet();
    }

    ContainerLife life(ContainerName name) {
        var life = lives.get(name);
        if (life == null) {
            throw new IllegalArgumentException("no container " + name);
        }
        return life;
    }

    ContainerState state(ContainerName name) {
        return life(name).state();
    }

    void put(ContainerName name, ContainerLife life) {
        lives.put(name, life);
    }

    void put(ContainerName name, ContainerState state) {
        put(name, life(name).in(state));
    }

    Set<ContainerName> alive() {
        var alive = new LinkedHashSet<ContainerName>();
        lives.forEach(
                (name, life) -> {
                    if (life.state().mayRun()) {
                        alive.add(name);
                    }
                });
        return alive;
    }

    Map<ContainerName, LaunchFact> facts() {
        var facts = new LinkedHashMap<ContainerName, LaunchFact>();
        lives.forEach((name, life) -> facts.put(name, life.fact()));
        return facts;
    }

    /// Adds an action. Two for one container in one step would race each other: our own bug.
    void act(Action action) {
        var name = action.attempt().container();
        if (acts(name)) {
            throw new IllegalStateException("two actions for %s in one step".formatted(name));
        }
        actions.add(action);
    }

    boolean acts(ContainerName name) {
        return actions.stream().anyMatch(action -> action.attempt().container().equals(name));
    }

    void tell(ContainerName name, NoticeReason reason, String message) {
        tell(name, reason, message, new Detail.Nothing());
    }

    void tell(ContainerName name, NoticeReason reason, String message, Detail detail) {
        notices.add(new Notice(Tone.NORMAL, reason, Optional.of(name), message, detail, at));
    }

    /// Tells of the event itself, at its own time.
    void report(ContainerName name, NoticeReason reason, String message, Detail detail) {
        notices.add(new Notice(Tone.NORMAL, reason, Optional.of(name), message, detail, happened));
    }

    void warn(ContainerName name, NoticeReason reason, String message) {
        notices.add(
                new Notice(
                        Tone.WARNING,
                        reason,
                        Optional.of(name),
                        message,
                        new Detail.Nothing(),
                        at));
    }

    void tellPod(Tone tone, NoticeReason reason, String message, Detail detail) {
        notices.add(new Notice(tone, reason, Optional.empty(), message, detail, at));
    }
}
