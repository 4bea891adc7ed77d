package dev.bookend.lifecycle.life;

import dev.bookend.lifecycle.plan.ContainerKind;
import dev.bookend.lifecycle.plan.ContainerPlan;
import dev.bookend.lifecycle.plan.LaunchFact;
import dev.bookend.lifecycle.plan.PodPlan;

import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// A pod's conditions, each with the time of its last change.
public record Conditions(Map<ConditionType, Condition> all) {
    public static final Conditions NONE = new Conditions(Map.of());

    /// A condition's status, and why it is not met; an empty reason where none is needed.
    public record Condition(boolean met, String reason, String message, Instant since) {}

    public Conditions {
        all = Collections.unmodifiableMap(all);
    }

    public Conditions refreshed(PodPlan plan, PodState pod, Instant at) {
        if (pod.stage() instanceof PodStage.Unborn) {
            return this;
        }
        var next = new EnumMap<ConditionType, Condition>(ConditionType.class);
        var unready = unready(plan, pod);
        for (var type : ConditionType.values()) {
            if (isShown(type, pod)) {
                next.put(type, kept(type, judge(type, plan, pod, unready), at));
            }
        }
        return new Conditions(next);
    }

    /// The readiness gate shows from its first use on.
    private boolean isShown(ConditionType type, PodState pod) {
        return type != ConditionType.KRUISE_POD_READY
                || all.containsKey(type)
                || !pod.unreadyFor().isEmpty();
    }

    private Condition kept(ConditionType type, Verdict verdict, Instant at) {
        var before = all.get(type);
        var since = before != null && before.met() == verdict.met() ? before.since() : at;
        return new Condition(verdict.met(), verdict.reason(), verdict.message(), since);
    }

    private record Verdict(boolean met, String reason, String message) {
        static final Verdict MET = new Verdict(true, "", "");
    }

    private static Verdict judge(
            ConditionType type, PodPlan plan, PodState pod, List<String> unready) {
        return switch (type) {
            case POD_SCHEDULED -> Verdict.MET;
            case READY_TO_START_CONTAINERS ->
                    pod.ended() ? new Verdict(false, "PodSandboxNotReady", "") : Verdict.MET;
            case INITIALIZED -> initialized(plan, pod);
            case CONTAINERS_READY -> ready(pod, unready);
            case READY -> gated(ready(pod, unready), pod);
            case KRUISE_POD_READY -> gate(plan, pod);
        };
    }

    private static Verdict gated(Verdict ready, PodState pod) {
        return ready.met() && !pod.unreadyFor().isEmpty()
                ? new Verdict(
                        false,
                        "ReadinessGatesNotReady",
                        "the status of pod readiness gate \"KruisePodReady\" is not \"True\", but"
                                + " False")
                : ready;
    }

    /// Names who made the pod unready, as OpenKruise writes it.
    private static Verdict gate(PodPlan plan, PodState pod) {
        var keys =
                pod.unreadyFor().stream()
                        .map(id -> gateKey(plan.pod().namespace(), id.name()))
                        .toList();
        return keys.isEmpty()
                ? Verdict.MET
                : new Verdict(false, "", "[" + String.join(",", keys) + "]");
    }

    private static String gateKey(String namespace, String name) {
        return "{\"userAgent\":\"ContainerRecreateRequest\",\"key\":\"%s/%s\"}"
                .formatted(namespace, name);
    }

    private static Verdict initialized(PodPlan plan, PodState pod) {
        var missing =
                plan.containers().values().stream()
                        .filter(one -> one.kind().isInit() && !through(one, pod))
                        .map(one -> one.name().text())
                        .toList();
        return missing.isEmpty()
                ? Verdict.MET
                : new Verdict(
                        false,
                        "ContainersNotInitialized",
                        "containers with incomplete status: " + missing);
    }

    private static boolean through(ContainerPlan one, PodState pod) {
        var fact = pod.life(one.name()).fact();
        return one.kind() == ContainerKind.INIT
                ? fact == LaunchFact.COMPLETED
                : fact != LaunchFact.UNDER_WAY;
    }

    private static Verdict ready(PodState pod, List<String> unready) {
        if (pod.stage() instanceof PodStage.Ended(_, var phase, _)) {
            var done = phase == PodPhase.SUCCEEDED ? "PodCompleted" : "PodFailed";
            return new Verdict(false, done, "");
        }
        return unready.isEmpty()
                ? Verdict.MET
                : new Verdict(
                        false, "ContainersNotReady", "containers with unready status: " + unready);
    }

    /// Main containers and native sidecars must be ready; a finished init container counts.
    private static List<String> unready(PodPlan plan, PodState pod) {
        return plan.containers().values().stream()
                .filter(one -> one.kind() != ContainerKind.INIT)
                .filter(one -> !ready(pod.state(one.name())))
                .map(one -> one.name().text())
                .toList();
    }

    private static boolean ready(ContainerState state) {
        return state instanceof ContainerState.Alive alive && alive.run().ready();
    }
}
