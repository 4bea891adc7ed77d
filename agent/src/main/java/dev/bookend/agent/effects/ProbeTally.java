package dev.bookend.agent.effects;

import dev.bookend.lifecycle.life.ProbeVerdict;
import dev.bookend.lifecycle.pod.Probe;

import java.util.Optional;

/// Counts a probe's results against its thresholds. A verdict is reported when it changes, and the
/// first failure in a row as well.
///
/// @param verdict the last one that a threshold gave
/// @param streak equal results in a row, failures as negative numbers
record ProbeTally(Optional<ProbeVerdict> verdict, int streak) {
    static final ProbeTally EMPTY = new ProbeTally(Optional.empty(), 0);

    /// A tally after one more result, and what there is to report.
    record Count(ProbeTally tally, Optional<ProbeVerdict> report) {}

    Count count(boolean success, Probe probe) {
        return success ? succeeded(probe) : failed(probe);
    }

    private Count succeeded(Probe probe) {
        var row = Math.max(0, streak) + 1;
        return row >= probe.successThreshold()
                ? settled(ProbeVerdict.PASSED, row)
                : new Count(new ProbeTally(verdict, row), Optional.empty());
    }

    private Count failed(Probe probe) {
        var row = Math.max(0, -streak) + 1;
        if (row >= probe.failureThreshold()) {
            return settled(ProbeVerdict.FAILED, -row);
        }
        var news = row == 1 ? Optional.of(ProbeVerdict.FAILING) : Optional.<ProbeVerdict>empty();
        return new Count(new ProbeTally(verdict, -row), news);
    }

    private Count settled(ProbeVerdict now, int row) {
        var news = Optional.of(now).filter(each -> !verdict.equals(Optional.of(each)));
        return new Count(new ProbeTally(Optional.of(now), row), news);
    }
}
