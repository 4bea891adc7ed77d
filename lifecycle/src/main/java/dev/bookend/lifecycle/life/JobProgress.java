package dev.bookend.lifecycle.life;

import dev.bookend.lifecycle.pod.JobSpec;

import java.time.Duration;

/// How far a Job has come, and what it does next. Pods run one at a time.
///
/// @param failures failed pods since the last that succeeded
public record JobProgress(int succeeded, int failed, int failures) {
    public static final JobProgress NONE = new JobProgress(0, 0, 0);

    private static final Duration FIRST_DELAY = Duration.ofSeconds(10);
    private static final Duration LONGEST_DELAY = Duration.ofMinutes(6);
    private static final int MOST_DOUBLINGS = 10;

    /// What follows.
    public sealed interface Next {
        /// Another pod, after a while.
        record RunPod(Duration delay) implements Next {}

        record Complete() implements Next {}

        /// The Job is over without having reached its end; both words are Kubernetes'.
        record Failed(String reason, String message) implements Next {}
    }

    public JobProgress afterSuccess() {
        return new JobProgress(succeeded + 1, failed, 0);
    }

    public JobProgress afterFailure() {
        return new JobProgress(succeeded, failed + 1, failures + 1);
    }

    public Next next(JobSpec spec) {
        if (succeeded >= spec.completions()) {
            return new Next.Complete();
        }
        if (failed > spec.backoffLimit()) {
            return tooOften();
        }
        return new Next.RunPod(delay());
    }

    /// Whether a pod that restarts its containers itself has done so too often.
    public static boolean exceeds(JobSpec spec, int restarts) {
        return restarts > 0 && restarts >= spec.backoffLimit();
    }

    public static Next.Failed tooOften() {
        return new Next.Failed(
                "BackoffLimitExceeded", "Job has reached the specified backoff limit");
    }

    public static Next.Failed tooLong() {
        return new Next.Failed("DeadlineExceeded", "Job was active longer than specified deadline");
    }

    private Duration delay() {
        if (failures == 0) {
            return Duration.ZERO;
        }
        var delay = FIRST_DELAY.multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
        return delay.compareTo(LONGEST_DELAY) < 0 ? delay : LONGEST_DELAY;
    }
}
