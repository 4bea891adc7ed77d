package dev.bookend.cli.input;

import dev.bookend.agent.charge.PodCharge;
import dev.bookend.agent.environment.GivenObjects;
import dev.bookend.lifecycle.pod.JobSpec;

import java.util.List;
import java.util.stream.Stream;

/// What the files on the command line give: pods, Jobs, and the objects that they refer to.
///
/// @param files the names by which the files were given
public record GivenPods(
        List<PodCharge> charges, List<Job> jobs, GivenObjects objects, List<String> files) {
    /// A Job and the pod that it runs, under the Job's own name.
    public record Job(PodCharge template, JobSpec spec) {}

    /// Everything that containers come from.
    public List<PodCharge> all() {
        return Stream.concat(charges.stream(), jobs.stream().map(Job::template)).toList();
    }
}
