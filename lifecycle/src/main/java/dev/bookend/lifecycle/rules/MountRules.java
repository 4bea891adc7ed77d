package dev.bookend.lifecycle.rules;

import dev.bookend.lifecycle.pod.Volume;
import dev.bookend.lifecycle.pod.VolumeMount;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Kubernetes' own rules for where a container sees volumes.
final class MountRules {
    private final Findings findings;
    private final String path;

    MountRules(Findings findings, String container) {
        this.findings = findings;
        this.path = container + ".volumeMounts";
    }

    void judge(List<VolumeMount> mounts, List<Volume> volumes) {
        var places = new HashSet<String>();
        for (var i = 0; i < mounts.size(); i++) {
            var at = "%s[%d]".formatted(path, i);
            judgeVolume(at + ".name", mounts.get(i).volume(), volumes);
            judgePlace(at + ".mountPath", mounts.get(i).mountPath(), places);
            judgeSubPaths(at, mounts.get(i));
        }
    }

    private void judgeVolume(String at, String name, List<Volume> volumes) {
        if (name.isEmpty()) {
            findings.required(at, "", "name a volume of the pod");
        } else if (volumes.stream().noneMatch(volume -> volume.name().equals(name))) {
            findings.notFound(at, name, "add a volume of that name to spec.volumes");
        }
    }

    private void judgePlace(String at, String place, Set<String> places) {
        if (place.isEmpty()) {
            findings.required(at, "", "say where the container sees the volume");
            return;
        }
        if (!place.startsWith("/")) {
            findings.invalid(at, place, "must be an absolute path", "write /" + place);
        }
        if (!places.add(place)) {
            findings.invalid(at, place, "must be unique", "mount each volume at a path of its own");
        }
    }

    private void judgeSubPaths(String at, VolumeMount mount) {
        mount.subPath().ifPresent(it -> judgeSubPath(at + ".subPath", it));
        mount.subPathExpr().ifPresent(it -> judgeSubPath(at + ".subPathExpr", it));
        if (mount.subPath().isPresent() && mount.subPathExpr().isPresent()) {
            findings.invalid(
                    at + ".subPathExpr",
                    mount.subPathExpr().get(),
                    "subPathExpr and subPath are mutually exclusive",
                    "keep one of the two");
        }
    }

    private void judgeSubPath(String at, String text) {
        PathRules.relative(findings, at, text);
        PathRules.noUpwardStep(findings, at, text);
    }
}
