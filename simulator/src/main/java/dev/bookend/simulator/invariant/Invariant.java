package dev.bookend.simulator.invariant;

import java.util.List;
import java.util.stream.Stream;

/// A promise that every step must keep.
///
/// @param rule the id of the rule, or a word of the design where no rule has it
/// @param sentence the promise in short
/// @param check every way in which a step breaks it, as a sentence
record Invariant(String rule, String sentence, Check check) {
    /// Looks at one step.
    @FunctionalInterface
    interface Check {
        Stream<String> broken(Moment moment);
    }

    static final List<Invariant> ALL =
            Stream.of(
                            LaunchInvariants.all(),
                            ExitInvariants.all(),
                            KillInvariants.all(),
                            HookInvariants.all(),
                            JobInvariants.all(),
                            RecreateInvariants.all(),
                            StrategyInvariants.all(),
                            RequestInvariants.all(),
                            StateInvariants.all())
                    .flatMap(List::stream)
                    .toList();

    /// A promise that only a step with actions can break.
    static Invariant ofActions(String rule, String sentence, Check check) {
        return new Invariant(
                rule,
                sentence,
                moment ->
                        moment.step().actions().isEmpty() ? Stream.empty() : check.broken(moment));
    }

    void judge(Moment moment) {
        check.broken(moment)
                .findFirst()
                .ifPresent(
                        how -> {
                            throw new Violation(rule, sentence, how);
                        });
    }
}
