package dev.bookend.lifecycle.rules;

import dev.bookend.lifecycle.pod.Volume;
import dev.bookend.lifecycle.pod.VolumeSource;

import java.util.HashSet;
import java.util.List;

/// Kubernetes' own rules for the volumes of a pod.
final class VolumeRules {
    private static final int MOST_MODE = 0777;
    private final Findings findings;

    VolumeRules(Findings findings) {
        this.findings = findings;
    }

    void judge(List<Volume> volumes) {
        var names = new HashSet<String>();
        for (var i = 0; i < volumes.size(); i++) {
            var volume = volumes.get(i);
            var at = "spec.volumes[%d]".formatted(i);
            judgeName(at + ".name", volume.name());
            if (!volume.name().isEmpty() && !names.add(volume.name())) {
                findings.duplicate(
                        at + ".name", volume.name(), "give each volume a name of its own");
            }
            judgeSource(at, volume.source());
        }
    }

    private void judgeName(String at, String name) {
        if (name.isEmpty()) {
            findings.required(at, "", "give the volume a name");
        } else {
            NameRules.label(findings, at, name);
        }
    }

    private void judgeSource(String at, VolumeSource source) {
        switch (source) {
            case VolumeSource.HostPath(var path, _) -> judgeHostPath(at + ".hostPath.path", path);
            case VolumeSource.ConfigMapFiles files -> {
                requireName(at + ".configMap.name", files.name());
                judgeMode(at + ".configMap.defaultMode", files.defaultMode().orElse(0));
                judgeItems(at + ".configMap.items", files.items());
            }
            case VolumeSource.SecretFiles files -> {
                requireName(at + ".secret.secretName", files.name());
                judgeMode(at + ".secret.defaultMode", files.defaultMode().orElse(0));
                judgeItems(at + ".secret.items", files.items());
            }
            case VolumeSource.DownwardFiles(_, var mode) ->
                    judgeMode(at + ".downwardAPI.defaultMode", mode.orElse(0));
            case VolumeSource.Projected(_, var mode) ->
                    judgeMode(at + ".projected.defaultMode", mode.orElse(0));
            case VolumeSource.EmptyDir _ -> {}
            case VolumeSource.Other _ -> {}
        }
    }

    private void judgeHostPath(String at, String path) {
        if (path.isEmpty()) {
            findings.required(at, "", "name the directory or file of the machine");
        }
        PathRules.noUpwardStep(findings, at, path);
    }

    private void requireName(String at, String name) {
        if (name.isEmpty()) {
            findings.required(at, "", "name the object whose keys become files");
        }
    }

    private void judgeMode(String at, int mode) {
        if (mode < 0 || mode > MOST_MODE) {
            findings.invalid(
                    at,
                    mode,
                    "must be a number between 0 and 0777 (octal), both inclusive",
                    "write it in octal with a leading 0, such as 0644");
        }
    }

    private void judgeItems(String at, List<VolumeSource.KeyPath> items) {
        for (var i = 0; i < items.size(); i++) {
            var item = items.get(i);
            judgeMode("%s[%d].mode".formatted(at, i), item.mode().orElse(0));
            var path = "%s[%d].path".formatted(at, i);
            PathRules.relative(findings, path, item.path());
            PathRules.noUpwardStep(findings, path, item.path());
        }
    }
}
