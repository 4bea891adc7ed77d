package dev.bookend.manifest.read;

import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.lifecycle.rules.Findings;
import dev.bookend.manifest.text.Paths;
import dev.bookend.manifest.yaml.Node;
import dev.bookend.manifest.yaml.NodePaths;

import java.util.List;

/// Kubernetes' own rules for the numbers of a Job.
final class JobRules {
    private static final List<String> NUMBERS =
            List.of("completions", "parallelism", "backoffLimit", "activeDeadlineSeconds");

    private JobRules() {}

    /// What is wrong with the Job in a document; nothing if it holds none.
    static List<Finding> findings(Node node, WorkloadKind kind, String path) {
        return switch (kind) {
            case JOB -> findings(node, path, "spec");
            case CRON_JOB -> findings(node, path, "spec.jobTemplate.spec");
            case POD, DEPLOYMENT, STATEFUL_SET, DAEMON_SET, REPLICA_SET -> List.of();
        };
    }

    private static List<Finding> findings(Node node, String path, String spec) {
        var found = new Findings();
        var fields = NodePaths.value(node, spec).map(Fields::of).orElse(Fields.of(node));
        for (var name : NUMBERS) {
            fields.number(name)
                    .filter(it -> it < 0)
                    .ifPresent(
                            it ->
                                    found.invalid(
                                            Paths.field(Paths.field(path, spec), name),
                                            it,
                                            "must be greater than or equal to 0",
                                            "choose 0 or more, or leave the field out"));
        }
        return found.list();
    }
}
