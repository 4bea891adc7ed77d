package dev.bookend.api.pod;

import dev.bookend.agent.container.Unsupported;
import dev.bookend.api.object.Admission;
import dev.bookend.api.resource.ApiError;
import dev.bookend.api.resource.ObjectKey;
import dev.bookend.api.resource.PodGrace;
import dev.bookend.api.resource.ResourceType;
import dev.bookend.api.resource.Trees;
import dev.bookend.lifecycle.plan.PodUpdate;
import dev.bookend.lifecycle.pod.PodManifest;
import dev.bookend.lifecycle.pod.PodSettings;
import dev.bookend.lifecycle.pod.TerminationMessage;
import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.lifecycle.rules.Home;
import dev.bookend.manifest.json.Json;
import dev.bookend.manifest.read.ManifestFile;
import dev.bookend.manifest.read.ManifestJudge;
import dev.bookend.manifest.read.ManifestReader;
import dev.bookend.manifest.text.LocatedFinding;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// Judges pods as `check` does, and gives them what Kubernetes gives them by default.
public final class PodAdmission implements Admission {
    private static final String UNKNOWN = "unknown field";
    private static final List<String> CHANGEABLE =
            List.of("activeDeadlineSeconds", PodGrace.FIELD, "tolerations");

    /// The agent's own marks, which no client makes it believe.
    public static final String DRAINED = "bookend.dev/drained";

    private static final List<String> MARKS = List.of(DRAINED, FoundPods.BARE);

    private final ManifestJudge judge = new ManifestJudge(Home.EMBEDDED, Set.of());
    private final String node;

    public PodAdmission(String node) {
        this.node = node;
    }

    @Override
    public Json.Obj create(ObjectKey key, Json.Obj object, Wishes wishes, Consumer<String> warn)
            throws ApiError {
        var pod = Trees.without(object, "status");
        for (var mark : MARKS) {
            pod = Trees.without(pod, "metadata", "annotations", mark);
        }
        var findings = judge(pod);
        refuseUnknown(findings, wishes);
        var errors = findings.stream().filter(Finding::isError).toList();
        if (!errors.isEmpty()) {
            throw ApiError.invalid(key, errors);
        }
        findings.stream()
                .filter(it -> wishes != Wishes.IGNORE || !it.says().startsWith(UNKNOWN))
                .filter(it -> !it.path().endsWith(".image"))
                .forEach(it -> warn.accept(it.sentence()));
        var completed = defaulted(pod);
        return Trees.with(completed, PodStatusJson.pending(completed), "status");
    }

    private List<Finding> judge(Json.Obj pod) {
        var verdict = judge.judge(ManifestReader.read("pod", pod));
        var findings =
                new ArrayList<>(verdict.findings().stream().map(LocatedFinding::finding).toList());
        verdict.pods().forEach(it -> findings.addAll(Unsupported.in(it.document().pod())));
        return findings;
    }

    private static void refuseUnknown(List<Finding> findings, Wishes wishes) throws ApiError {
        wishes.refuse(
                ResourceType.PODS,
                findings.stream()
                        .filter(it -> it.says().startsWith(UNKNOWN))
                        .map(Finding::path)
                        .toList());
    }

    private Json.Obj defaulted(Json.Obj object) {
        var policy = PodSettings.DEFAULT.restartPolicy().word();
        var pod = Trees.withDefault(object, Json.of(policy), "spec", "restartPolicy");
        pod = PodGrace.withDefault(pod);
        pod = Trees.withDefault(pod, Json.of("ClusterFirst"), "spec", "dnsPolicy");
        pod = Trees.withDefault(pod, Json.of("default-scheduler"), "spec", "schedulerName");
        pod = Trees.withDefault(pod, Trees.EMPTY, "spec", "securityContext");
        pod = Trees.withDefault(pod, Json.of(node), "spec", "nodeName");
        for (var field : List.of("initContainers", "containers")) {
            var containers = Trees.items(pod, "spec", field);
            if (!containers.isEmpty()) {
                var all = containers.stream().map(PodAdmission::container).toList();
                pod = Trees.with(pod, Trees.array(all), "spec", field);
            }
        }
        return pod;
    }

    /// What is no container is left for the judge.
    private static Json container(Json json) {
        if (!(json instanceof Json.Obj given)) {
            return json;
        }
        var container = Trees.withDefault(given, Trees.EMPTY, "resources");
        var path = Json.of(TerminationMessage.DEFAULT.path());
        container = Trees.withDefault(container, path, "terminationMessagePath");
        return Trees.withDefault(container, Json.of("File"), "terminationMessagePolicy");
    }

    @Override
    public Json.Obj update(ObjectKey key, Json.Obj before, Json.Obj after, Wishes wishes)
            throws ApiError {
        refuseUnknown(judge(Trees.without(after, "status")), wishes);
        var problems = problems(before, after);
        if (!problems.isEmpty()) {
            throw ApiError.invalid(key, problems);
        }
        var completed = defaulted(after);
        for (var mark : MARKS) {
            completed = Trees.withFieldOf(completed, before, "metadata", "annotations", mark);
        }
        if (!fixed(defaulted(before)).equals(fixed(completed))) {
            throw ApiError.invalid(
                    key,
                    "spec",
                    "Forbidden: pod updates may not change fields other than"
                            + " `spec.containers[*].image`, `spec.initContainers[*].image`,"
                            + " `spec.activeDeadlineSeconds`,"
                            + " `spec.terminationGracePeriodSeconds` and `spec.tolerations`");
        }
        return NewImages.marked(before, completed);
    }

    /// What this change would make wrong (INPUT-7).
    private static List<Finding> problems(Json.Obj before, Json.Obj after) {
        var old = ManifestReader.read("pod", Trees.without(before, "status"));
        var next = ManifestReader.read("pod", Trees.without(after, "status"));
        var problems = new ArrayList<>(errors(next));
        problems.removeAll(errors(old));
        old.pods().stream()
                .findFirst()
                .ifPresent(
                        was ->
                                next.pods().stream()
                                        .findFirst()
                                        .map(it -> changes(was.pod(), it.pod()))
                                        .ifPresent(problems::addAll));
        return problems;
    }

    private static List<Finding> errors(ManifestFile file) {
        return file.findings().stream()
                .map(LocatedFinding::finding)
                .filter(Finding::isError)
                .toList();
    }

    private static List<Finding> changes(PodManifest before, PodManifest after) {
        var problems = new ArrayList<>(PodUpdate.findings(before, after, Home.EMBEDDED));
        var old = Unsupported.in(before);
        Unsupported.in(after).stream()
                .filter(Finding::isError)
                .filter(it -> !old.contains(it))
                .forEach(problems::add);
        return problems;
    }

    /// The part of a pod's spec that never changes.
    private static Json.Obj fixed(Json.Obj pod) {
        var spec = Trees.object(pod, "spec");
        for (var field : CHANGEABLE) {
            spec = Trees.without(spec, field);
        }
        for (var field : List.of("initContainers", "containers")) {
            var plain =
                    Trees.items(spec, field).stream()
                            .map(
                                    it ->
                                            it instanceof Json.Obj one
                                                    ? Trees.without(one, "image")
                                                    : it)
                            .toList();
            spec = Trees.with(spec, Trees.array(plain), field);
        }
        return spec;
    }
}
