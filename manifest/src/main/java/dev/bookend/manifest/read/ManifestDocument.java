package dev.bookend.manifest.read;

import dev.bookend.lifecycle.pod.JobSpec;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.text.LocatedFinding;

import java.util.List;
import java.util.Optional;

/// One object of a manifest.
public sealed interface ManifestDocument {
    /// A pod, or a workload with the pod that it would make.
    record PodDocument(WorkloadKind kind, PodManifest pod, Source source)
            implements ManifestDocument {
        /// The whole object as it was written.
        public Json json() {
            return source.object().json();
        }

        /// What a Job asks for, or one Job of a CronJob; empty for every other kind.
        public Optional<JobSpec> job() {
            var spec = Fields.of(source.object()).in("spec");
            return switch (kind) {
                case JOB -> Optional.of(JobReader.job(spec));
                case CRON_JOB -> Optional.of(JobReader.job(spec.in("jobTemplate").in("spec")));
                case POD, DEPLOYMENT, STATEFUL_SET, DAEMON_SET, REPLICA_SET -> Optional.empty();
            };
        }

        /// The name of the pod in a cluster, where workloads name their pods after themselves: a
        /// StatefulSet by number, all others by a suffix that nobody knows beforehand.
        String clusterName() {
            var name = pod.meta().name();
            return switch (kind) {
                case POD -> name;
                case STATEFUL_SET -> name + "-0";
                case DEPLOYMENT, DAEMON_SET, REPLICA_SET, JOB, CRON_JOB -> "";
            };
        }

        /// Findings about the pod, as findings about the document that holds it.
        public List<LocatedFinding> located(List<Finding> findings) {
            return findings.stream().map(source::located).filter(source::isNews).toList();
        }
    }

    /// Any other object, kept as it was written: a ConfigMap, a Service.
    record OtherDocument(String kind, String name, String namespace, Json json)
            implements ManifestDocument {
        /// The object, if pods can refer to one of its kind.
        public Optional<PodObject> object() {
            return ObjectReader.object(kind, json);
        }
    }
}
