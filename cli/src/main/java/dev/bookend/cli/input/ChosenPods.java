package dev.bookend.cli.input;

import dev.bookend.agent.charge.PodCharge;
import dev.bookend.agent.container.Unsupported;
import dev.bookend.agent.environment.GivenObjects;
import dev.bookend.cli.terminal.Terminal;
import dev.bookend.lifecycle.pod.JobSpec;
import dev.bookend.lifecycle.rules.Home;
import dev.bookend.lifecycle.value.PodName;
import dev.bookend.manifest.read.ManifestDocument.OtherDocument;
import dev.bookend.manifest.read.ManifestJudge;
import dev.bookend.manifest.read.ManifestJudge.PlannedPod;
import dev.bookend.manifest.read.ManifestJudge.Verdict;
import dev.bookend.manifest.read.WorkloadKind;
import dev.bookend.manifest.text.LocatedFinding;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The pods of all files on the command line, or every reason why they cannot be run.
public final class ChosenPods {
    private final Terminal terminal;
    private final Optional<Duration> grace;
    private final ManifestJudge judge = new ManifestJudge(Home.EMBEDDED, Set.of());
    private final Map<PodName, PodCharge> charges = new LinkedHashMap<>();
    private final List<String> remarks = new ArrayList<>();
    private final List<GivenPods.Job> jobs = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private final GivenObjects objects = new GivenObjects();
    private boolean bad;

    public ChosenPods(Terminal terminal, Optional<Duration> grace) {
        this.terminal = terminal;
        this.grace = grace;
    }

    /// Reads the files and prints what is wrong; empty if anything is, since nothing starts then.
    public Optional<GivenPods> read(List<String> files) throws IOException {
        for (var verdict : judge.judgeAll(new InputFiles(terminal.in(), files))) {
            take(verdict);
        }
        if (!bad && charges.isEmpty()) {
            complain(
                    "there is no pod in %s; name a file with one"
                            .formatted(String.join(", ", files)));
        }
        return bad ? Optional.empty() : Optional.of(given(files));
    }

    private GivenPods given(List<String> files) {
        var pods = new ArrayList<>(charges.values());
        jobs.forEach(job -> pods.remove(job.template()));
        return new GivenPods(List.copyOf(pods), List.copyOf(jobs), objects, files);
    }

    /// What a user should know of the pods that were read.
    public List<String> remarks() {
        return remarks;
    }

    private void take(Verdict verdict) throws IOException {
        var unsupported =
                verdict.pods().stream().flatMap(pod -> unsupported(pod).stream()).toList();
        var findings = new ArrayList<>(verdict.findings());
        findings.removeIf(ChosenPods::isAboutClustersOnly);
        findings.addAll(unsupported);
        var judged = new Verdict(verdict.file(), verdict.pods(), findings);
        new FindingPrinter(terminal, false).print(judged);
        bad |= judged.anyError();
        for (var pod : verdict.pods()) {
            take(pod);
        }
        verdict.file().others().forEach(this::take);
        objects.take(verdict.file());
    }

    private void take(OtherDocument document) {
        var name = "%s %s/%s".formatted(document.kind(), document.namespace(), document.name());
        if (document.object().isEmpty()) {
            remarks.add(name + " is not used");
        } else if (!names.add(name)) {
            complain("%s is there twice; keep one of them".formatted(name));
        }
        if (document.kind().equals("Service")) {
            remarks.add(name + ": there is no DNS; containers find it by its variables");
        }
    }

    /// Plain processes need no image, so that its want is no news to somebody who runs them.
    private static boolean isAboutClustersOnly(LocatedFinding located) {
        var finding = located.finding();
        return !finding.isError() && finding.path().endsWith(".image");
    }

    private static List<LocatedFinding> unsupported(PlannedPod pod) {
        return pod.document().located(Unsupported.in(pod.document().pod()));
    }

    private void take(PlannedPod pod) throws IOException {
        var charge = PodCharge.of(pod.document(), pod.plan(), grace);
        if (charges.put(charge.name(), charge) != null) {
            complain(
                    "pod %s is there twice; give one of them another name"
                            .formatted(charge.name()));
        }
        pod.document().job().ifPresent(spec -> take(charge, spec));
        remark(pod.document().kind(), charge.name());
    }

    private void take(PodCharge charge, JobSpec spec) {
        jobs.add(new GivenPods.Job(charge, spec));
        if (spec.suspended()) {
            complain("Job %s is suspended; remove suspend to run it".formatted(charge.name()));
        }
        if (spec.parallelism() != 1) {
            remarks.add(
                    "Job %s: its pods run one at a time, not %d at once"
                            .formatted(charge.name(), spec.parallelism()));
        }
    }

    private void remark(WorkloadKind kind, PodName name) {
        switch (kind) {
            case POD, JOB -> {}
            case CRON_JOB ->
                    remarks.add(
                            "%s %s: one Job of its template is run now; its schedule is not heeded"
                                    .formatted(kind.word(), name));
            case DEPLOYMENT, STATEFUL_SET, DAEMON_SET, REPLICA_SET ->
                    remarks.add(
                            "%s %s: one pod of its template is run".formatted(kind.word(), name));
        }
    }

    private void complain(String problem) {
        bad = true;
        terminal.err().line("bookend run: " + problem);
    }
}
