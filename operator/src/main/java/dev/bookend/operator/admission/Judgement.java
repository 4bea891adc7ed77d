package dev.bookend.operator.admission;

import dev.bookend.lifecycle.order.Barrier;
import dev.bookend.lifecycle.plan.Planner;
import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.lifecycle.rules.Findings;
import dev.bookend.operator.kube.Marks;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// What a cluster says to a pod: may it be, and what should its author know?
record Judgement(List<Finding> findings) {
    Judgement {
        findings = List.copyOf(findings);
    }

    static Judgement of(AskedPod asked) {
        var findings = new ArrayList<>(asked.misread());
        findings.addAll(Planner.planAdmitted(asked.manifest()).all());
        return new Judgement(findings);
    }

    /// The last word on a pod: by now it has its barriers, and no level of it has been opened.
    static Judgement last(AskedPod asked) {
        var judged = of(asked);
        if (judged.isDenial()) {
            return judged;
        }
        var findings = new ArrayList<>(judged.findings());
        if (!Barrier.isWhole(asked.manifest())) {
            findings.add(
                    unlooked(
                            "spec.containers",
                            "this pod has no barrier, so its containers would start without the"
                                    + " order it asks for"));
        } else if (asked.isMarked() && asked.annotation(Marks.OPENED).isPresent()) {
            findings.add(
                    unlooked(
                            "metadata.annotations[" + Marks.OPENED + "]",
                            "this pod counts as launched before it has begun"));
        }
        return new Judgement(findings);
    }

    private static Finding unlooked(String path, String says) {
        return Finding.error(
                path,
                "",
                "KUBE-1",
                says,
                "another webhook changed the pod after Bookend had looked: write its order in the"
                        + " pod itself, or try again");
    }

    boolean isDenial() {
        return findings.stream().anyMatch(Finding::isError);
    }

    /// All reasons of a denial in one message.
    String reason() {
        return findings.stream()
                .filter(Finding::isError)
                .map(Judgement::line)
                .collect(Collectors.joining("\n", "Bookend refuses this pod: ", ""));
    }

    List<String> warnings() {
        return findings.stream().filter(it -> !it.isError()).map(Judgement::line).toList();
    }

    /// One line each, so that no value of a pod can fake another finding.
    private static String line(Finding finding) {
        return Findings.oneLine(finding.sentence());
    }
}
