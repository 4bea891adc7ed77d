package dev.bookend.cli.run;

import dev.bookend.agent.charge.AgentPlace;
import dev.bookend.agent.charge.PodCharge;
import dev.bookend.agent.charge.PodClaim;
import dev.bookend.agent.charge.PodRefused;
import dev.bookend.agent.duty.DirectoryWatch;
import dev.bookend.agent.life.PodLife;
import dev.bookend.agent.log.LogFollower;
import dev.bookend.agent.opening.EndedPod;
import dev.bookend.agent.state.SteadyTime;
import dev.bookend.cli.agent.AgentOptions;
import dev.bookend.cli.input.ChangedFiles;
import dev.bookend.cli.input.GivenPods;
import dev.bookend.cli.live.JsonReport;
import dev.bookend.cli.live.LiveReport;
import dev.bookend.cli.live.Names;
import dev.bookend.cli.live.PlainReport;
import dev.bookend.cli.live.Printing;
import dev.bookend.cli.live.Report;
import dev.bookend.cli.syntax.ExitCode;
import dev.bookend.cli.terminal.ProcessSignals;
import dev.bookend.cli.terminal.Terminal;
import dev.bookend.cli.terminal.Window;
import dev.bookend.lifecycle.life.PodPhase;
import dev.bookend.lifecycle.life.PodStage;
import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.life.StopCause;
import dev.bookend.lifecycle.value.PodName;
import dev.bookend.runtime.ContainerRuntime;
import dev.bookend.runtime.RuntimeFailure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/// One call of `bookend run`: opens the place, lives the pods, shows them, and sums them up.
final class RunSession {
    private final Terminal terminal;
    private final AgentOptions options;
    private final RunFormat format;
    private final SteadyTime time = new SteadyTime();
    private final CompletableFuture<Printing> voice = new CompletableFuture<>();

    RunSession(Terminal terminal, AgentOptions options, RunFormat format) {
        this.terminal = terminal;
        this.options = options;
        this.format = format;
    }

    ExitCode run(GivenPods given, List<String> remarks) throws IOException, InterruptedException {
        var requests = new EndRequests(options.grace(), this::sayThatItStops);
        ProcessSignals.on(List.of("INT", "TERM", "HUP"), requests::hear);
        var state = options.state();
        Optional<String> opened;
        try {
            opened = state.make();
        } catch (IOException failure) {
            return unable(
                    "the state directory %s cannot be used: %s; correct that, or choose another"
                                    .formatted(state.root(), failure.getMessage())
                            + " one with --state");
        }
        try (var runtime = options.openRuntime();
                var watch = DirectoryWatch.open();
                var printing = new Printing(report(given.all()))) {
            voice.complete(printing);
            opened.ifPresent(printing::say);
            remarks.forEach(printing::say);
            ChangedFiles.follow(watch, given, printing::say);
            var place = new AgentPlace(state, runtime, watch, time, given.objects());
            return run(given, place, requests, printing);
        } catch (RuntimeFailure failure) {
            return unable(String.valueOf(failure.getMessage()));
        }
    }

    private void sayThatItStops() {
        var _ = voice.thenAccept(it -> it.say("Stopping in order; once more to end at once."));
    }

    private ExitCode unable(String problem) {
        terminal.err().line("bookend run: " + problem);
        return ExitCode.UNABLE;
    }

    private Report report(List<PodCharge> charges) {
        var names = new Names(terminal.out(), charges.stream().map(PodCharge::plan).toList());
        return switch (format) {
            case JSON -> new JsonReport(terminal);
            case TEXT ->
                    terminal.out().live()
                            ? new LiveReport(
                                    terminal.out(), names, Window.open(System.getenv()), time)
                            : new PlainReport(terminal.out(), names);
        };
    }

    private ExitCode run(GivenPods given, AgentPlace place, EndRequests requests, Printing printing)
            throws IOException, InterruptedException {
        try (var follower = new LogFollower(place.watch(), printing::printed)) {
            var onlooker = new PodOnlooker(printing, follower, format == RunFormat.TEXT);
            var lives = open(given.charges(), place, onlooker);
            greet(lives, place.runtime(), printing);
            if (!requests.admits(lives)) {
                return live(onlyAdopted(lives), List.of(), follower, printing);
            }
            var jobs =
                    given.jobs().stream()
                            .map(
                                    job ->
                                            jobRun(
                                                    job,
                                                    new JobPods(place, onlooker),
                                                    requests,
                                                    printing))
                            .toList();
            return live(lives, jobs, follower, printing);
        } catch (PodRefused refusal) {
            printing.say("bookend run: " + refusal.getMessage());
            return refusal.kind() == PodRefused.Kind.UNABLE ? ExitCode.UNABLE : ExitCode.FAILED;
        }
    }

    /// Nothing new is begun any more; what an earlier agent left is still ended.
    private static List<PodLife> onlyAdopted(List<PodLife> lives) {
        lives.stream().filter(life -> !life.isAdopted()).forEach(PodLife::abandon);
        return lives.stream().filter(PodLife::isAdopted).toList();
    }

    private static List<PodLife> open(
            List<PodCharge> charges, AgentPlace place, PodOnlooker onlooker) throws PodRefused {
        var lives = new ArrayList<PodLife>();
        for (var charge : charges) {
            try {
                var life = PodLife.open(place, charge, onlooker);
                onlooker.expect(life);
                lives.add(life);
            } catch (PodRefused refusal) {
                lives.forEach(PodLife::abandon);
                throw refusal;
            }
        }
        return lives;
    }

    private void greet(List<PodLife> lives, ContainerRuntime runtime, Printing printing) {
        runtime.shortcomings().forEach(printing::say);
        for (var life : lives) {
            if (life.isAdopted()) {
                printing.say(
                        "%s: an earlier bookend left its containers; they are adopted."
                                .formatted(life.name()));
            }
            if (options.isVerbose()) {
                printing.say("%s: journal %s".formatted(life.name(), life.journal()));
            }
        }
    }

    private JobRun jobRun(
            GivenPods.Job job, JobPods pods, EndRequests requests, Printing printing) {
        var record = JobRecord.of(options.state(), job);
        return new JobRun(job, pods, requests, printing, record);
    }

    private record JobPods(AgentPlace place, PodOnlooker onlooker) implements JobRun.Pods {
        @Override
        public PodLife open(PodCharge charge, JobWatch watch) throws PodRefused {
            var life = PodLife.open(place, charge, onlooker.with(watch));
            onlooker.expect(life);
            return life;
        }

        @Override
        public Optional<EndedPod> past(PodName name, String uid) throws PodRefused {
            return PodLife.past(place, PodClaim.without(name, uid, ""));
        }
    }

    private static Future<ExitCode> begin(JobRun job, Printing printing) {
        var end = new CompletableFuture<ExitCode>();
        Thread.ofVirtual()
                .name("job")
                .start(
                        () -> {
                            try {
                                end.complete(job.run());
                            } catch (PodRefused refusal) {
                                printing.say("bookend run: " + refusal.getMessage());
                                end.complete(ExitCode.FAILED);
                            } catch (InterruptedException | RuntimeException fault) {
                                end.completeExceptionally(fault);
                            }
                        });
        return end;
    }

    private ExitCode live(
            List<PodLife> lives, List<JobRun> jobs, LogFollower follower, Printing printing)
            throws PodRefused, InterruptedException {
        for (var life : lives) {
            life.start();
        }
        var begun = jobs.stream().map(job -> begin(job, printing)).toList();
        var code = ExitCode.OK;
        var ends = new ArrayList<Runnable>();
        for (var life : lives) {
            code = worse(code, await(life, ends, printing));
        }
        for (var job : begun) {
            code = worse(code, await(job, printing));
        }
        printing.await();
        if (!follower.finish() || printing.hasDropped()) {
            sayThatOutputIsMissing();
        }
        ends.forEach(Runnable::run);
        jobs.forEach(JobRun::sum);
        return code;
    }

    /// Not among the output itself: nobody reads that in time.
    private void sayThatOutputIsMissing() {
        terminal.err()
                .line(
                        "bookend run: not all output of the containers was read in time; it is in"
                                + " the log files under "
                                + options.state().root());
    }

    private static ExitCode await(PodLife life, List<Runnable> ends, Printing printing)
            throws InterruptedException {
        try {
            var pod = life.end().get();
            ends.add(() -> printing.summed(life.plan(), pod, life.journal().toString()));
            return code(pod);
        } catch (ExecutionException fault) {
            printing.say(
                    "bookend run: a fault in bookend left pod %s alone: %s; its containers"
                                    .formatted(life.name(), fault.getCause())
                            + " live on: run it again to adopt them; its journal is "
                            + life.journal());
            return ExitCode.FAILED;
        }
    }

    private static ExitCode await(Future<ExitCode> job, Printing printing)
            throws InterruptedException {
        try {
            return job.get();
        } catch (ExecutionException fault) {
            printing.say("bookend run: a fault in bookend: " + fault.getCause());
            return ExitCode.FAILED;
        }
    }

    private static ExitCode code(PodState pod) {
        return pod.stage() instanceof PodStage.Ended(var cause, var phase, _)
                        && phase == PodPhase.FAILED
                        && cause != StopCause.REQUESTED
                ? ExitCode.FAILED
                : ExitCode.OK;
    }

    private static ExitCode worse(ExitCode one, ExitCode other) {
        return one.number() >= other.number() ? one : other;
    }
}
