package dev.bookend.lifecycle.rules;

import dev.bookend.lifecycle.pod.ContainerSpec;
import dev.bookend.lifecycle.pod.Probe;
import dev.bookend.lifecycle.pod.ProbeKind;

/// Kubernetes' own rules for the probes of a container.
final class ProbeRules {
    private final Findings findings;
    private final String path;

    ProbeRules(Findings findings, String path) {
        this.findings = findings;
        this.path = path;
    }

    void judge(ContainerSpec container) {
        for (var kind : ProbeKind.values()) {
            var at = "%s.%sProbe".formatted(path, kind.word());
            container.probes().of(kind).ifPresent(probe -> judge(at, kind, probe, container));
        }
    }

    private void judge(String at, ProbeKind kind, Probe probe, ContainerSpec container) {
        new HandlerRules(findings, container.ports()).judge(at, probe.handler());
        NumberRules.atLeast(
                findings, at + ".initialDelaySeconds", probe.initialDelay().toSeconds(), 0);
        NumberRules.atLeast(findings, at + ".timeoutSeconds", probe.timeout().toSeconds(), 1);
        NumberRules.atLeast(findings, at + ".periodSeconds", probe.period().toSeconds(), 1);
        NumberRules.atLeast(findings, at + ".successThreshold", probe.successThreshold(), 1);
        NumberRules.atLeast(findings, at + ".failureThreshold", probe.failureThreshold(), 1);
        judgeGrace(at + ".terminationGracePeriodSeconds", kind, probe);
        if (kind != ProbeKind.READINESS && probe.successThreshold() > 1) {
            findings.invalid(
                    at + ".successThreshold",
                    probe.successThreshold(),
                    "must be 1",
                    "only a readiness probe may ask for more than one success");
        }
    }

    private void judgeGrace(String at, ProbeKind kind, Probe probe) {
        if (probe.grace().isEmpty()) {
            return;
        }
        var seconds = probe.grace().get().toSeconds();
        if (kind == ProbeKind.READINESS) {
            findings.invalid(
                    at,
                    seconds,
                    "must not be set for readinessProbes",
                    "a readiness probe never stops its container; remove the field");
        } else {
            NumberRules.between(findings, at, seconds, 1, Integer.MAX_VALUE);
        }
    }
}
