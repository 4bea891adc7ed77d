package dev.bookend.cli.run;

import dev.bookend.agent.charge.PodCharge;
import dev.bookend.agent.charge.PodRefused;
import dev.bookend.agent.life.PodLife;
import dev.bookend.agent.opening.EndedPod;
import dev.bookend.cli.input.GivenPods;
import dev.bookend.cli.live.Printing;
import dev.bookend.cli.syntax.ExitCode;
import dev.bookend.lifecycle.life.JobProgress;
import dev.bookend.lifecycle.life.JobProgress.Next;
import dev.bookend.lifecycle.life.PodPhase;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.StopCause;
import dev.bookend.lifecycle.pod.JobSpec;
import dev.bookend.lifecycle.value.Lengths;
import dev.bookend.lifecycle.value.PodName;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.zip.CRC32C;

/// One Job: pods one after another until enough have succeeded, or too many have failed.
final class JobRun {
    private static final int SUFFIX = 5;
    private static final Optional<String> NOBODY = Optional.empty();

    private final PodCharge template;
    private final JobSpec spec;
    private final Pods pods;
    private final EndRequests requests;
    private final Printing printing;
    private final JobRecord record;
    private final List<Runnable> sums = new ArrayList<>();
    private JobRecord.Past past = new JobRecord.Past(JobProgress.NONE, Instant.now(), NOBODY);
    private long begun = System.nanoTime();

    JobRun(
            GivenPods.Job job,
            Pods pods,
            EndRequests requests,
            Printing printing,
            JobRecord record) {
        template = job.template();
        spec = job.spec();
        this.pods = pods;
        this.requests = requests;
        this.printing = printing;
        this.record = record;
    }

    /// Opens the Job's pods.
    interface Pods {
        PodLife open(PodCharge charge, JobWatch watch) throws PodRefused;

        /// How a life ended; empty if it goes on.
        Optional<EndedPod> past(PodName name, String uid) throws PodRefused;
    }

    /// Returns when the Job is over.
    ExitCode run() throws PodRefused, InterruptedException {
        try {
            var kept = record.read();
            if (kept.isPresent()) {
                goOn(kept.get());
            }
        } catch (IOException failure) {
            printing.say(
                    "Job %s: what an earlier bookend kept in %s is unreadable (%s); it begins anew."
                            .formatted(template.name(), record.file(), failure.getMessage()));
        }
        return runPods();
    }

    private void goOn(JobRecord.Past kept) throws PodRefused {
        past = kept;
        var passed = Lengths.bounded(Duration.between(kept.began(), Instant.now()));
        begun -= passed.isNegative() ? 0 : passed.toNanos();
        if (kept.running().isPresent()) {
            pods.past(template.renamed(name()).name(), kept.running().get())
                    .ifPresent(ended -> countIfOver(ended.pod()));
        }
        printing.say(
                "Job %s: an earlier bookend left it with %d of %d succeeded, %d failed; it goes on."
                        .formatted(
                                template.name(),
                                past.progress().succeeded(),
                                spec.completions(),
                                past.progress().failed()));
    }

    /// A pod that ended just before its bookend did.
    private void countIfOver(PodState pod) {
        if (pod.stage() instanceof PodStage.Ended(var cause, var phase, _)
                && cause != StopCause.REQUESTED) {
            count(phase);
        }
    }

    private void count(PodPhase phase) {
        var before = past.progress();
        var after = phase == PodPhase.SUCCEEDED ? before.afterSuccess() : before.afterFailure();
        keep(after, NOBODY);
    }

    private void keep(JobProgress progress, Optional<String> running) {
        past = new JobRecord.Past(progress, past.began(), running);
        try {
            record.write(past);
        } catch (IOException failure) {
            printing.say(
                    "Job %s: its progress cannot be kept in %s (%s); after a crash of bookend it"
                                    .formatted(template.name(), record.file(), failure.getMessage())
                            + " would count from before.");
        }
    }

    private ExitCode runPods() throws PodRefused, InterruptedException {
        while (true) {
            switch (past.progress().next(spec)) {
                case Next.Complete() -> {
                    return over(ExitCode.OK, "Complete");
                }
                case Next.Failed failed -> {
                    return failed(failed);
                }
                case Next.RunPod(var delay) -> {
                    var end = runPod(delay);
                    if (end.isPresent()) {
                        return end.get();
                    }
                }
            }
        }
    }

    /// Prints what became of the pods and of the Job.
    void sum() {
        sums.forEach(Runnable::run);
    }

    private Optional<ExitCode> runPod(Duration delay) throws PodRefused, InterruptedException {
        if (!delay.isZero()) {
            printing.say(
                    "Job %s: the next pod follows in %d s."
                            .formatted(template.name(), delay.toSeconds()));
        }
        if (requests.await(left().filter(it -> it.compareTo(delay) < 0).orElse(delay))) {
            return Optional.of(over(ExitCode.OK, "stopped on request"));
        }
        if (isLate()) {
            return Optional.of(failed(JobProgress.tooLong()));
        }
        var watch = new JobWatch(spec);
        var life = pods.open(template.renamed(name()), watch);
        if (!requests.admits(List.of(life)) && !life.isAdopted()) {
            life.abandon();
            return Optional.of(over(ExitCode.OK, "stopped on request"));
        }
        keep(past.progress(), Optional.of(life.uid()));
        watch.watch(life);
        life.start();
        return after(life, watch);
    }

    /// The same number has the same name after a crash, so that its containers are found again.
    private String name() {
        var crc = new CRC32C();
        var number = past.progress().succeeded() + past.progress().failed();
        crc.update((template.source() + "#" + number).getBytes(StandardCharsets.UTF_8));
        var suffix = "%08x".formatted(crc.getValue()).substring(0, SUFFIX);
        return template.name().name() + "-" + suffix;
    }

    private Optional<ExitCode> after(PodLife life, JobWatch watch) throws InterruptedException {
        try {
            var pod = end(life);
            sums.add(() -> printing.summed(life.plan(), pod, life.journal().toString()));
            return judge(pod, watch);
        } catch (ExecutionException fault) {
            printing.say(
                    "bookend run: a fault in bookend left pod %s alone: %s; its journal is %s"
                            .formatted(life.name(), fault.getCause(), life.journal()));
            return Optional.of(over(ExitCode.FAILED, "left alone"));
        }
    }

    private PodState end(PodLife life) throws ExecutionException, InterruptedException {
        if (left().isPresent()) {
            try {
                return life.end().get(left().get().toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException _) {
                life.stop(Optional.empty());
            }
        }
        return life.end().get();
    }

    private Optional<ExitCode> judge(PodState pod, JobWatch watch) {
        if (watch.hasStoppedIt()) {
            return Optional.of(failed(JobProgress.tooOften()));
        }
        if (!(pod.stage() instanceof PodStage.Ended(var cause, var phase, _))) {
            return Optional.of(over(ExitCode.FAILED, "left as it is"));
        }
        if (cause == StopCause.REQUESTED) {
            return Optional.of(
                    isLate()
                            ? failed(JobProgress.tooLong())
                            : over(ExitCode.OK, "stopped on request"));
        }
        count(phase);
        return Optional.empty();
    }

    private Optional<Duration> left() {
        var passed = Duration.ofNanos(System.nanoTime() - begun);
        return spec.activeDeadline()
                .map(limit -> limit.minus(passed))
                .map(left -> left.isNegative() ? Duration.ZERO : left);
    }

    private boolean isLate() {
        return left().filter(Duration::isZero).isPresent();
    }

    private ExitCode failed(Next.Failed failed) {
        return over(
                ExitCode.FAILED, "Failed (%s: %s)".formatted(failed.reason(), failed.message()));
    }

    private ExitCode over(ExitCode code, String how) {
        forget();
        var line =
                "Job %s: %s, %d of %d succeeded, %d failed"
                        .formatted(
                                template.name(),
                                how,
                                past.progress().succeeded(),
                                spec.completions(),
                                past.progress().failed());
        sums.add(() -> printing.say(line));
        return code;
    }

    /// A Job that is over begins anew when it is run again.
    private void forget() {
        try {
            record.remove();
        } catch (IOException failure) {
            printing.say(
                    "Job %s: %s cannot be removed (%s); remove it before you run the Job again."
                            .formatted(template.name(), record.file(), failure.getMessage()));
        }
    }
}
