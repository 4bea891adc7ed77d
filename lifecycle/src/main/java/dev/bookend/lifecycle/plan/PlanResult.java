package dev.bookend.lifecycle.plan;

import dev.bookend.lifecycle.rules.Finding;

import java.util.List;

/// The planner's answer: an order, or every reason why there is none.
public sealed interface PlanResult {
    record Planned(PodPlan plan, List<Finding> warnings) implements PlanResult {
        public Planned {
            warnings = List.copyOf(warnings);
        }
    }

    /// Holds at least one error; warnings stand among them.
    record Rejected(List<Finding> findings) implements PlanResult {
        public Rejected {
            findings = List.copyOf(findings);
        }
    }

    /// All that was found, errors and warnings.
    default List<Finding> all() {
        return switch (this) {
            case Planned(_, var warnings) -> warnings;
            case Rejected(var findings) -> findings;
        };
    }
}
