package dev.bookend.lifecycle;

import dev.bookend.lifecycle.PlanResult.Planned;
import dev.bookend.lifecycle.PlanResult.Rejected;

import java.util.Set;

/// What order does this manifest ask for, and what is wrong with it?
public final class Planner {
    private Planner() {}

    public static PlanResult plan(PodManifest pod, Home home) {
        return plan(pod, home, Set.of());
    }

    /// Plans a pod to which others will add containers.
    ///
    /// @param injected names of containers that an injector will add, taken as present
    public static PlanResult plan(PodManifest pod, Home home, Set<String> injected) {
        var findings = new OrderFindings();
        findings.addAll(PodValidator.findings(pod));
        var names = new PodNames(pod, injected);
        var order =
                new PodOrder(
                        SidecarInputs.read(names, findings),
                        LaunchInputs.read(names, findings),
                        ExitInputs.read(names, findings));
        var rules = PodRulesInputs.read(names, findings);
        Barrier.judge(names, order, findings);
        GraceDoubts.look(names, order, findings);
        OrderDoubts.look(names, order, home, findings);
        return findings.anyError()
                ? new Rejected(findings.all())
                : new Planned(PlanCompiler.compile(pod, order, rules), findings.all());
    }
}
