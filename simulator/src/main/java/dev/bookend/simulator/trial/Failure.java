package dev.bookend.simulator.trial;

import dev.bookend.simulator.world.PodText;

import java.util.List;

/// A promise that a seed broke, with the shortest journal found that breaks it too.
public record Failure(long seed, String rule, String says, List<String> pod, List<String> journal) {
    public Failure {
        pod = List.copyOf(pod);
        journal = List.copyOf(journal);
    }

    static Failure of(long seed, Trial shrunk) {
        var violation = shrunk.violation().orElseThrow();
        return new Failure(
                seed,
                violation.rule(),
                String.valueOf(violation.getMessage()),
                PodText.lines(shrunk.scenario().pod()),
                shrunk.journal());
    }

    /// The failure for a person, but for the command that repeats it.
    public String text() {
        return "seed %d breaks %s%n%npod:%n  %s%n%nshortest journal:%n  %s%n"
                .formatted(
                        seed,
                        says,
                        String.join("%n  ".formatted(), pod),
                        String.join("%n  ".formatted(), journal));
    }
}
