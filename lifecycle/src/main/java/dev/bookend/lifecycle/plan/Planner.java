package dev.bookend.lifecycle.plan;

import dev.bookend.lifecycle.order.Barrier;
import dev.bookend.lifecycle.order.ClusterRules;
import dev.bookend.lifecycle.order.ExitInputs;
import dev.bookend.lifecycle.order.GraceDoubts;
import dev.bookend.lifecycle.order.LaunchInputs;
import dev.bookend.lifecycle.order.OrderDoubts;
import dev.bookend.lifecycle.order.OrderFindings;
import dev.bookend.lifecycle.order.PodNames;
import dev.bookend.lifecycle.order.PodOrder;
import dev.bookend.lifecycle.order.PodRulesInputs;
import dev.bookend.lifecycle.order.PodWish;
import dev.bookend.lifecycle.order.SidecarInputs;
import dev.bookend.lifecycle.order.VolumeDoubts;
import dev.bookend.lifecycle.plan.PlanResult.Planned;
import dev.bookend.lifecycle.plan.PlanResult.Rejected;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.lifecycle.rules.Home;
import dev.bookend.lifecycle.rules.PodValidator;

import java.util.List;
import java.util.Set;

/// What order does this manifest ask for, and what is wrong with it?
public final class Planner {
    private Planner() {}

    /// More than anybody has, and as many as can be planned in a moment.
    public static final int MOST_CONTAINERS = 500;

    public static PlanResult plan(PodManifest pod, Home home) {
        return plan(pod, home, Set.of());
    }

    /// Plans a pod to which others will add containers.
    ///
    /// @param injected names of containers that an injector will add, taken as present
    public static PlanResult plan(PodManifest pod, Home home, Set<String> injected) {
        return plan(new PodWish(pod, injected, pod.meta().name()), home);
    }

    public static PlanResult plan(PodWish wish, Home home) {
        var findings = new OrderFindings();
        if (wish.pod().allContainers().count() <= MOST_CONTAINERS) {
            findings.addAll(PodValidator.findings(wish.pod(), home));
        }
        return plan(new PodNames(wish), home, findings);
    }

    /// Plans a pod for whichever home takes it: what one home alone refuses is a warning.
    public static PlanResult planAnywhere(PodWish wish) {
        return new BothHomes(plan(wish, Home.EMBEDDED), plan(wish, Home.CLUSTER)).result();
    }

    /// Plans a pod of a cluster. Whether it is a valid pod at all is for its API server to say,
    /// which may know fields and kinds that nobody here knows.
    public static PlanResult planAdmitted(PodManifest pod) {
        return plan(new PodNames(PodWish.of(pod)), Home.CLUSTER, new OrderFindings());
    }

    /// Plans a pod that lives already, as the release that took it did: what is wrong with it by
    /// the rules of today is no reason to let go of it.
    public static PodPlan resume(PodManifest pod) {
        var findings = new OrderFindings();
        var names = new PodNames(PodWish.of(pod));
        var rules = PodRulesInputs.read(names, findings);
        return PlanCompiler.compile(pod, order(names, findings), rules);
    }

    private static PodOrder order(PodNames names, OrderFindings findings) {
        return new PodOrder(
                SidecarInputs.read(names, findings),
                LaunchInputs.read(names, findings),
                ExitInputs.read(names, findings));
    }

    private static PlanResult plan(PodNames names, Home home, OrderFindings findings) {
        if (names.pod().allContainers().count() > MOST_CONTAINERS) {
            return new Rejected(List.of(tooMany()));
        }
        var order = order(names, findings);
        var rules = PodRulesInputs.read(names, findings);
        Barrier.judge(names, order, findings);
        GraceDoubts.look(names, order, findings);
        OrderDoubts.look(names, order, findings);
        switch (home) {
            case EMBEDDED -> ClusterRules.foresee(names, order, findings);
            case CLUSTER -> ClusterRules.judge(names, order, rules, findings);
        }
        VolumeDoubts.look(names.pod(), home, findings);
        return findings.anyError()
                ? new Rejected(findings.all())
                : new Planned(PlanCompiler.compile(names.pod(), order, rules), findings.all());
    }

    private static Finding tooMany() {
        return Finding.error(
                "spec.containers",
                "",
                "limit",
                "more than %d containers".formatted(MOST_CONTAINERS),
                "spread them over several pods");
    }
}
