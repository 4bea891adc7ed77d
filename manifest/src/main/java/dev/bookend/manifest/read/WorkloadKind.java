package dev.bookend.manifest.read;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The kinds of document that hold a pod: the pod itself, and workloads with a template of one.
public enum WorkloadKind {
    POD("Pod", "v1", ""),
    DEPLOYMENT("Deployment", "apps/v1", "spec.template"),
    STATEFUL_SET("StatefulSet", "apps/v1", "spec.template"),
    DAEMON_SET("DaemonSet", "apps/v1", "spec.template"),
    REPLICA_SET("ReplicaSet", "apps/v1", "spec.template"),
    JOB("Job", "batch/v1", "spec.template"),
    CRON_JOB("CronJob", "batch/v1", "spec.jobTemplate.spec.template");

    private final String word;
    private final String apiVersion;
    private final String template;

    WorkloadKind(String word, String apiVersion, String template) {
        this.word = word;
        this.apiVersion = apiVersion;
        this.template = template;
    }

    static Optional<WorkloadKind> ofWord(String word) {
        return Stream.of(values()).filter(kind -> kind.word.equals(word)).findFirst();
    }

    public String word() {
        return word;
    }

    String apiVersion() {
        return apiVersion;
    }

    /// Where the pod is in the document.
    String template() {
        return template;
    }

    /// The restart policies that are allowed, the default first; a job has no default.
    List<String> restartPolicies() {
        return switch (this) {
            case POD -> List.of("Always", "OnFailure", "Never");
            case DEPLOYMENT, STATEFUL_SET, DAEMON_SET, REPLICA_SET -> List.of("Always");
            case JOB, CRON_JOB -> List.of("OnFailure", "Never");
        };
    }
}
