package dev.bookend.simulator.invariant;

import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.recreate.RequestId;
import dev.bookend.lifecycle.value.Exit;
import dev.bookend.lifecycle.value.ExitReason;
import dev.bookend.lifecycle.value.RuntimeId;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What an onlooker knows of one container from the events and actions alone.
public final class Sight {
    private static final Duration FIRST_DELAY = Duration.ofSeconds(10);
    private static final Duration LONGEST_DELAY = Duration.ofMinutes(5);
    private static final Duration LONG_RUN = Duration.ofMinutes(10);

    public final Role role;

    /// The number of the last run that was asked for.
    public int asked;

    /// Asked for in this sandbox.
    boolean begun;

    /// Asked for and not known to have ended.
    public boolean mayRun;

    Optional<Instant> started = Optional.empty();
    Optional<RuntimeId> id = Optional.empty();
    boolean postStartDone;
    boolean startupPassed;
    boolean readinessPassed;

    /// Has been started, and has been ready, once in this sandbox.
    boolean everStarted;

    boolean everReady;

    /// Stopped while its pod went on, so that no turn holds it (EXIT-5).
    boolean alone;

    /// A probe's verdict ended it, so that its exit code does not matter.
    boolean condemned;

    /// The request for whose sake it was stopped, so that its exit code does not matter (CRR-2).
    Optional<RequestId> wantedBy = Optional.empty();

    Optional<Instant> aloneDeadline = Optional.empty();
    public int postStartsAsked;
    public int preStopsAsked;
    boolean preStopHeard;
    boolean preStopEnded;
    public Optional<Instant> signalled = Optional.empty();
    public Optional<Instant> killed = Optional.empty();

    Optional<Exit> exit = Optional.empty();
    boolean forGood;
    int crashes;
    Optional<Instant> restartAt = Optional.empty();

    /// Ended because a request wanted it, and owed a new run at once (CRR-12).
    boolean owed;

    Sight(Role role) {
        this.role = role;
    }

    Sight copy() {
        var copy = new Sight(role);
        copy.asked = asked;
        copy.begun = begun;
        copy.mayRun = mayRun;
        copy.started = started;
        copy.id = id;
        copy.postStartDone = postStartDone;
        copy.startupPassed = startupPassed;
        copy.readinessPassed = readinessPassed;
        copy.everStarted = everStarted;
        copy.everReady = everReady;
        copy.copyStop(this);
        copy.exit = exit;
        copy.forGood = forGood;
        copy.crashes = crashes;
        copy.restartAt = restartAt;
        copy.owed = owed;
        return copy;
    }

    private void copyStop(Sight from) {
        alone = from.alone;
        condemned = from.condemned;
        wantedBy = from.wantedBy;
        aloneDeadline = from.aloneDeadline;
        postStartsAsked = from.postStartsAsked;
        preStopsAsked = from.preStopsAsked;
        preStopHeard = from.preStopHeard;
        preStopEnded = from.preStopEnded;
        signalled = from.signalled;
        killed = from.killed;
    }

    /// All that matters for what may come, as a value.
    List<Object> key() {
        return Arrays.asList(
                asked,
                begun,
                mayRun,
                started,
                id,
                postStartDone,
                startupPassed,
                readinessPassed,
                everStarted,
                everReady,
                alone,
                condemned,
                wantedBy,
                aloneDeadline,
                postStartsAsked,
                preStopsAsked,
                preStopHeard,
                preStopEnded,
                signalled,
                killed,
                exit,
                forGood,
                crashes,
                restartAt,
                owed);
    }

    boolean isStarted() {
        return started.isPresent()
                && (postStartDone || !role.hasPostStart())
                && (startupPassed || role.spec().probes().startup().isEmpty());
    }

    boolean isReady() {
        return isStarted() && (readinessPassed || role.spec().probes().readiness().isEmpty());
    }

    boolean stopBegan() {
        return preStopsAsked > 0 || signalled.isPresent() || killed.isPresent();
    }

    boolean finishedWell() {
        return forGood && exit.filter(Exit::success).isPresent();
    }

    /// Whether the gate that this container is has opened (LAUNCH-1, LAUNCH-2).
    boolean opensItsGate() {
        return switch (role.kind()) {
            case INIT -> finishedWell();
            case NATIVE_SIDECAR -> everStarted;
            case SIDECAR, STANDARD -> everReady || finishedWell();
        };
    }

    boolean neverOpensItsGate() {
        return forGood && !opensItsGate();
    }

    void begin(int number) {
        copyStop(new Sight(role));
        asked = number;
        begun = true;
        mayRun = true;
        started = Optional.empty();
        id = Optional.empty();
        postStartDone = false;
        startupPassed = false;
        readinessPassed = false;
        exit = Optional.empty();
        forGood = false;
        restartAt = Optional.empty();
        owed = false;
    }

    /// The run ended; what the restart policy says of it is worked out here once more (LAUNCH-6).
    ///
    /// @param awaited whether a request waited for its end, whoever brought it about
    void end(Exit how, Instant at, boolean podGoesOn, boolean awaited) {
        mayRun = false;
        exit = Optional.of(how);
        heardOnlyOfItsEnd(how);
        var wanted = awaited || wantedBy.isPresent();
        forGood = !podGoesOn || !(wanted || restartsAfter(how));
        owed = wanted && podGoesOn;
        if (started.filter(since -> !since.plus(LONG_RUN).isAfter(at)).isPresent()) {
            crashes = 0;
        }
        if (!forGood) {
            restartAt = Optional.of(wanted ? at : at.plus(delay(crashes)));
            crashes += wanted ? 0 : 1;
        }
        started = Optional.empty();
    }

    /// A run that was over before its start was heard of has been ready all the same (LAUNCH-3).
    private void heardOnlyOfItsEnd(Exit how) {
        var ran =
                switch (how.reason()) {
                    case COMPLETED, ERROR, OOM_KILLED -> started.isEmpty();
                    case START_ERROR, CONFIG_ERROR, SHIM_LOST, SANDBOX_CHANGED -> false;
                };
        var probes = role.spec().probes();
        if (ran && !role.hasPostStart() && probes.startup().isEmpty()) {
            everStarted = true;
            everReady |= probes.readiness().isEmpty();
        }
    }

    private boolean restartsAfter(Exit how) {
        return condemned ? role.policy() != RestartPolicy.NEVER : role.policy().restarts(how);
    }

    private static Duration delay(int crashes) {
        if (crashes == 0) {
            return Duration.ZERO;
        }
        var delay = FIRST_DELAY;
        for (var i = 1; i < crashes && delay.compareTo(LONGEST_DELAY) < 0; i++) {
            delay = delay.multipliedBy(2);
        }
        return delay.compareTo(LONGEST_DELAY) > 0 ? LONGEST_DELAY : delay;
    }

    /// The sandbox is gone: latches and delays are forgotten, and init containers begin anew.
    void loseSandbox(boolean podGoesOn) {
        if (mayRun) {
            exit = Optional.of(new Exit(137, ExitReason.SANDBOX_CHANGED));
            forGood = !podGoesOn;
        }
        if (podGoesOn && (role.kind().isInit() || !forGood)) {
            begun = false;
            forGood = false;
            exit = role.policy() == RestartPolicy.NEVER ? exit : Optional.empty();
        }
        mayRun = false;
        started = Optional.empty();
        everStarted = false;
        everReady = false;
        crashes = 0;
        restartAt = Optional.empty();
        owed = false;
    }
}
