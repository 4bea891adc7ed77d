package dev.bookend.manifest.read;

import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.manifest.text.LocatedFinding;
import dev.bookend.manifest.text.Paths;
import dev.bookend.manifest.yaml.Node;
import dev.bookend.manifest.yaml.NodePaths;

import java.util.List;
import java.util.Set;

/// Where in its file a pod was written.
///
/// @param root the YAML document
/// @param objectPath the way to the object: empty, or `items[2]` in a list
/// @param podPath the way from there to the pod: empty, or `spec.template` in a workload
/// @param structure what is wrong or doubtful in its structure
record Source(Node root, String objectPath, String podPath, List<LocatedFinding> structure) {
    private static final Set<String> OF_THE_WORKLOAD =
            Set.of("metadata.name", "metadata.namespace");

    Node object() {
        return NodePaths.value(root, objectPath).orElse(root);
    }

    LocatedFinding located(Finding finding) {
        var path = path(finding.path());
        var moved =
                new Finding(
                        finding.severity(),
                        path,
                        finding.value(),
                        finding.rule(),
                        finding.says(),
                        finding.hint());
        return new LocatedFinding(moved, NodePaths.find(root, path));
    }

    /// What could not be read reads as absent, so a second finding at its place says nothing new.
    boolean isNews(LocatedFinding found) {
        return structure.stream()
                .map(LocatedFinding::finding)
                .noneMatch(it -> it.isError() && Paths.within(found.finding().path(), it.path()));
    }

    /// A template's pod has the name of its workload, so that is the name to correct.
    private String path(String inPod) {
        var inObject = OF_THE_WORKLOAD.contains(inPod) ? inPod : Paths.field(podPath, inPod);
        return Paths.field(objectPath, inObject);
    }
}
