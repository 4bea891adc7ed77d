package dev.bookend.manifest.read;

import dev.bookend.lifecycle.pod.PodSettings;
import dev.bookend.lifecycle.pod.RestartPolicy;
import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.lifecycle.rules.Findings;
import dev.bookend.manifest.read.ManifestDocument.OtherDocument;
import dev.bookend.manifest.read.ManifestDocument.PodDocument;
import dev.bookend.manifest.schema.NearestName;
import dev.bookend.manifest.schema.SchemaCheck;
import dev.bookend.manifest.text.FindingList;
import dev.bookend.manifest.text.LocatedFinding;
import dev.bookend.manifest.text.Paths;
import dev.bookend.manifest.yaml.Node;
import dev.bookend.manifest.yaml.NodePaths;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads one YAML document: an object, or a list of them.
final class DocumentReader {
    private static final Set<String> KNOWN_KINDS =
            Set.of(
                    "ConfigMap",
                    "ContainerRecreateRequest",
                    "CustomResourceDefinition",
                    "ClusterRole",
                    "ClusterRoleBinding",
                    "Endpoints",
                    "EndpointSlice",
                    "HorizontalPodAutoscaler",
                    "Ingress",
                    "LimitRange",
                    "Namespace",
                    "NetworkPolicy",
                    "PersistentVolume",
                    "PersistentVolumeClaim",
                    "PodDisruptionBudget",
                    "PriorityClass",
                    "ResourceQuota",
                    "Role",
                    "RoleBinding",
                    "RuntimeClass",
                    "Secret",
                    "Service",
                    "ServiceAccount",
                    "StorageClass");
    private final Node root;
    private final List<ManifestDocument> documents = new ArrayList<>();
    private final FindingList findings = new FindingList();

    private DocumentReader(Node root) {
        this.root = root;
    }

    public record Read(List<ManifestDocument> documents, List<LocatedFinding> findings) {}

    static Read read(Node root) {
        var reader = new DocumentReader(root);
        reader.object(root, "", Optional.empty());
        return new Read(reader.documents, reader.findings.list());
    }

    private void object(Node node, String path, Optional<String> kindOfList) {
        if (!(node instanceof Node.Mapping)) {
            invalid(path, "must be a mapping", "begin it with `apiVersion: v1` and `kind: Pod`");
            return;
        }
        var fields = Fields.of(node);
        var kind = fields.word("kind").or(() -> kindOfList);
        if (kind.isEmpty()) {
            required(Paths.field(path, "kind"), "write what this is, such as `kind: Pod`");
        } else if (kind.get().endsWith("List")) {
            list(node, path, kind.get());
        } else {
            object(node, path, kind.get(), kindOfList.isEmpty());
        }
    }

    private void list(Node node, String path, String kind) {
        var items = Fields.of(node).items("items");
        var itemKind = kind.substring(0, kind.length() - "List".length());
        for (var i = 0; i < items.size() && !findings.isFull(); i++) {
            var at = Paths.item(Paths.field(path, "items"), i);
            object(items.get(i), at, Optional.of(itemKind).filter(it -> !it.isEmpty()));
        }
    }

    private void object(Node node, String path, String kind, boolean typed) {
        var workload = WorkloadKind.ofWord(kind);
        if (workload.isEmpty()) {
            other(node, path, kind);
            return;
        }
        if (typed) {
            judgeApiVersion(Fields.of(node), path, workload.get());
        }
        var wrong = SchemaCheck.findings(root, node, kind, path);
        findings.addAll(wrong);
        var source = new Source(root, path, workload.get().template(), wrong);
        pod(node, workload.get(), source);
    }

    private void judgeApiVersion(Fields fields, String path, WorkloadKind kind) {
        var at = Paths.field(path, "apiVersion");
        var version = fields.text("apiVersion", "");
        var words = new Findings();
        var hint = "write `apiVersion: %s`".formatted(kind.apiVersion());
        if (version.isEmpty()) {
            words.required(at, "", hint);
        } else if (!version.equals(kind.apiVersion())) {
            words.unsupported(at, version, List.of(kind.apiVersion()), hint);
        }
        words.list().forEach(this::add);
    }

    private void pod(Node node, WorkloadKind kind, Source source) {
        var template = NodePaths.value(node, kind.template());
        if (template.isEmpty()) {
            return;
        }
        var fields = Fields.of(template.get());
        var pod =
                kind == WorkloadKind.POD
                        ? PodReader.pod(fields)
                        : PodReader.template(fields, Fields.of(node).in("metadata"));
        judgeRestartPolicy(fields.in("spec").text("restartPolicy", ""), kind, source);
        JobRules.findings(node, kind, source.objectPath()).forEach(this::add);
        documents.add(new PodDocument(kind, pod, source));
    }

    private void judgeRestartPolicy(String policy, WorkloadKind kind, Source source) {
        var allowed = kind.restartPolicies();
        var effective = policy.isEmpty() ? PodSettings.DEFAULT.restartPolicy().word() : policy;
        if (allowed.contains(effective) || RestartPolicy.ofWord(effective).isEmpty()) {
            return;
        }
        var words = new Findings();
        var hint = "write `restartPolicy: %s`".formatted(allowed.getFirst());
        if (policy.isEmpty()) {
            words.required("spec.restartPolicy", "a %s needs one".formatted(kind.word()), hint);
        } else {
            words.unsupported("spec.restartPolicy", policy, allowed, hint);
        }
        words.list().forEach(it -> findings.add(source.located(it)));
    }

    private void other(Node node, String path, String kind) {
        var meta = Fields.of(node).in("metadata");
        documents.add(
                new OtherDocument(
                        kind,
                        meta.text("name", ""),
                        meta.text("namespace", "default"),
                        node.json()));
        ObjectRules.findings(node, kind, path).forEach(this::add);
        if (!KNOWN_KINDS.contains(kind)) {
            add(
                    Finding.warning(
                            Paths.field(path, "kind"),
                            kind,
                            Findings.RULE,
                            "%s is ignored".formatted(Findings.quoted(kind)),
                            kindHint(kind)));
        }
    }

    private static String kindHint(String kind) {
        var known = new ArrayList<String>(KNOWN_KINDS.stream().sorted().toList());
        for (var workload : WorkloadKind.values()) {
            known.add(workload.word());
        }
        return NearestName.among(known, kind)
                .map("did you mean %s?"::formatted)
                .orElse("Bookend reads pods, and workloads with a pod template");
    }

    private void invalid(String path, String must, String hint) {
        var words = new Findings();
        words.invalid(path, "", "a document " + must, hint);
        words.list().forEach(this::add);
    }

    private void required(String path, String hint) {
        var words = new Findings();
        words.required(path, "", hint);
        words.list().forEach(this::add);
    }

    private void add(Finding finding) {
        findings.add(new LocatedFinding(finding, NodePaths.find(root, finding.path())));
    }
}
