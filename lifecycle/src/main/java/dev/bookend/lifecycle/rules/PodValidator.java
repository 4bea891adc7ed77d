package dev.bookend.lifecycle.rules;

import dev.bookend.lifecycle.pod.ContainerSpec;
import dev.bookend.lifecycle.pod.PodManifest;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Kubernetes' own validation of a pod, as far as Bookend reads it.
public final class PodValidator {
    private final PodManifest pod;
    private final Home home;
    private final Findings findings = new Findings();

    private PodValidator(PodManifest pod, Home home) {
        this.pod = pod;
        this.home = home;
    }

    /// Every problem and warning of the pod, in the order of its fields.
    public static List<Finding> findings(PodManifest pod, Home home) {
        return new PodValidator(pod, home).findings();
    }

    private List<Finding> findings() {
        judgeMeta();
        judgeSettings();
        new VolumeRules(findings).judge(pod.volumes());
        judgeContainers();
        return findings.list();
    }

    private void judgeMeta() {
        var meta = pod.meta();
        if (meta.name().isEmpty() && meta.generateName().isEmpty()) {
            findings.required(
                    "metadata.name", "name or generateName is required", "give the pod a name");
        }
        if (!meta.name().isEmpty()) {
            NameRules.subdomain(findings, "metadata.name", meta.name());
        }
        NameRules.label(findings, "metadata.namespace", meta.namespace());
    }

    private void judgeSettings() {
        var settings = pod.settings();
        switch (home) {
            case EMBEDDED -> judgeGrace(settings.grace().toSeconds());
            case CLUSTER -> {
                // An API server takes every number that fits into 64 bits.
            }
        }
        settings.activeDeadline().ifPresent(it -> judgeDeadline(it.toSeconds()));
        settings.hostname().ifPresent(it -> NameRules.label(findings, "spec.hostname", it));
    }

    private void judgeGrace(long seconds) {
        NumberRules.between(
                findings, "spec.terminationGracePeriodSeconds", seconds, 0, Integer.MAX_VALUE);
    }

    private void judgeDeadline(long seconds) {
        NumberRules.between(findings, "spec.activeDeadlineSeconds", seconds, 1, Integer.MAX_VALUE);
    }

    private void judgeContainers() {
        if (pod.containers().isEmpty()) {
            findings.required("spec.containers", "", "give the pod at least one container");
        }
        var names = new HashSet<String>();
        judgeAll("spec.initContainers", pod.initContainers(), names);
        judgeAll("spec.containers", pod.containers(), names);
    }

    private void judgeAll(String path, List<ContainerSpec> containers, Set<String> names) {
        for (var i = 0; i < containers.size(); i++) {
            var at = "%s[%d]".formatted(path, i);
            judgeName(at + ".name", containers.get(i).name(), names);
            var init = path.equals("spec.initContainers");
            new ContainerRules(findings, at, containers.get(i), init).judge(pod, home);
        }
    }

    private void judgeName(String path, String name, Set<String> names) {
        if (name.isEmpty()) {
            findings.required(path, "", "give the container a name");
            return;
        }
        NameRules.label(findings, path, name);
        if (!names.add(name)) {
            findings.duplicate(
                    path, name, "give each container of the pod, init or main, a name of its own");
        }
    }
}
