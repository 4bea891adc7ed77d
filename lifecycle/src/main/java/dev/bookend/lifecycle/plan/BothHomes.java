package dev.bookend.lifecycle.plan;

import dev.bookend.lifecycle.plan.PlanResult.Planned;
import dev.bookend.lifecycle.plan.PlanResult.Rejected;
import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.lifecycle.rules.Home;

import java.util.List;
import java.util.stream.Stream;

/// What two homes find in one pod, as one list: what one alone refuses is a warning that names it.
final class BothHomes {
    private final PlanResult embedded;
    private final PlanResult cluster;

    BothHomes(PlanResult embedded, PlanResult cluster) {
        this.embedded = embedded;
        this.cluster = cluster;
    }

    PlanResult result() {
        return switch (embedded) {
            case Planned(var plan, _) -> new Planned(plan, findings());
            case Rejected _ ->
                    switch (cluster) {
                        case Planned(var plan, _) -> new Planned(plan, findings());
                        case Rejected _ -> new Rejected(rejection());
                    };
        };
    }

    private List<Finding> findings() {
        return all().map(it -> isError(it) ? it : it.asWarning()).toList();
    }

    /// Where each home has a reason of its own to refuse the pod, no home takes it.
    private List<Finding> rejection() {
        var findings = findings();
        return findings.stream().anyMatch(Finding::isError) ? findings : all().toList();
    }

    private Stream<Finding> all() {
        return Stream.concat(
                embedded.all().stream()
                        .map(it -> same(cluster, it).isEmpty() ? Home.EMBEDDED.named(it) : it),
                cluster.all().stream()
                        .filter(it -> same(embedded, it).isEmpty())
                        .map(Home.CLUSTER::named));
    }

    private boolean isError(Finding finding) {
        return Stream.of(embedded, cluster)
                .allMatch(home -> same(home, finding).stream().anyMatch(Finding::isError));
    }

    private static List<Finding> same(PlanResult result, Finding finding) {
        return result.all().stream()
                .filter(it -> it.path().equals(finding.path()) && it.says().equals(finding.says()))
                .toList();
    }
}
