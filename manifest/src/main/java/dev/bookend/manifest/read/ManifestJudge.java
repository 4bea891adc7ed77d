package dev.bookend.manifest.read;

import dev.bookend.lifecycle.order.PodWish;
import dev.bookend.lifecycle.plan.PlanResult;
import dev.bookend.lifecycle.plan.Planner;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.lifecycle.rules.Home;
import dev.bookend.manifest.read.ManifestDocument.PodDocument;
import dev.bookend.manifest.text.FindingList;
import dev.bookend.manifest.text.LocatedFinding;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/// Judges everything in a file at once: its text, its structure and the order of its pods.
public final class ManifestJudge {
    private static final Comparator<LocatedFinding> BY_PLACE =
            Comparator.<LocatedFinding>comparingInt(it -> it.at().line())
                    .thenComparingInt(it -> it.at().column());
    private final Set<String> injected;
    private final Function<PodWish, PlanResult> planner;

    /// Judges for one home.
    ///
    /// @param injected names of containers that an injector will add, taken as present
    public ManifestJudge(Home home, Set<String> injected) {
        this(injected, wish -> Planner.plan(wish, home));
    }

    private ManifestJudge(Set<String> injected, Function<PodWish, PlanResult> planner) {
        this.injected = Set.copyOf(injected);
        this.planner = planner;
    }

    /// Judges for every home at once: what one home alone refuses is a warning that names it.
    public static ManifestJudge ofBothHomes(Set<String> injected) {
        return new ManifestJudge(injected, Planner::planAnywhere);
    }

    /// A pod of a file with its plan, and all warnings about it.
    public record PlannedPod(PodDocument document, PodPlan plan, List<Finding> warnings) {
        static PlannedPod of(PodDocument document, PodPlan plan, List<LocatedFinding> doubts) {
            var all = Stream.concat(document.source().structure().stream(), doubts.stream());
            return new PlannedPod(document, plan, all.map(LocatedFinding::finding).toList());
        }
    }

    /// What a file comes to: pods that can live, and all findings in the order of its lines.
    public record Verdict(ManifestFile file, List<PlannedPod> pods, List<LocatedFinding> findings) {
        public boolean anyError() {
            return findings.stream().anyMatch(it -> it.finding().isError());
        }
    }

    /// Judges files that were given together, so that a pod's references are looked for in all.
    public List<Verdict> judgeAll(Iterable<ManifestFile> files) {
        var all = new ArrayList<ManifestFile>();
        files.forEach(all::add);
        var given = all.stream().flatMap(file -> file.objects().stream()).toList();
        return all.stream().map(file -> judge(file, Optional.of(given))).toList();
    }

    /// Judges a file of whose neighbours nothing is known.
    public Verdict judge(ManifestFile file) {
        return judge(file, Optional.empty());
    }

    private Verdict judge(ManifestFile file, Optional<List<PodObject>> given) {
        var findings = new FindingList();
        findings.addAll(file.findings());
        var pods = new ArrayList<PlannedPod>();
        for (var document : file.pods()) {
            if (!findings.isFull()) {
                var result = planner.apply(wish(document));
                var located = document.located(result.all());
                findings.addAll(located);
                given.map(it -> ObjectReferences.doubts(document.pod(), it))
                        .ifPresent(doubts -> findings.addAll(document.located(doubts)));
                if (result instanceof PlanResult.Planned(var plan, _)) {
                    pods.add(PlannedPod.of(document, plan, located));
                }
            }
        }
        var sorted = findings.list().stream().sorted(BY_PLACE).toList();
        return new Verdict(file, List.copyOf(pods), sorted);
    }

    private PodWish wish(PodDocument document) {
        return new PodWish(document.pod(), injected, document.clusterName());
    }
}
