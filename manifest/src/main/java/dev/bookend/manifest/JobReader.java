package dev.bookend.manifest;

import dev.bookend.lifecycle.JobSpec;

/// Reads what a Job asks for beyond its pod.
final class JobReader {
    private JobReader() {}

    static JobSpec job(Fields spec) {
        return new JobSpec(
                spec.integer("completions").orElse(1),
                spec.integer("parallelism").orElse(1),
                spec.integer("backoffLimit").orElse(JobSpec.DEFAULT_BACKOFF_LIMIT),
                spec.seconds("activeDeadlineSeconds"),
                spec.flag("suspend", false));
    }
}
