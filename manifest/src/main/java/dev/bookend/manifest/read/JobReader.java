package dev.bookend.manifest.read;

import dev.bookend.lifecycle.pod.JobSpec;
import dev.bookend.lifecycle.value.Lengths;

/// Reads what a Job asks for beyond its pod.
final class JobReader {
    private JobReader() {}

    static JobSpec job(Fields spec) {
        return new JobSpec(
                spec.integer("completions").orElse(1),
                spec.integer("parallelism").orElse(1),
                spec.integer("backoffLimit").orElse(JobSpec.DEFAULT_BACKOFF_LIMIT),
                spec.seconds("activeDeadlineSeconds").map(Lengths::bounded),
                spec.flag("suspend", false));
    }
}
