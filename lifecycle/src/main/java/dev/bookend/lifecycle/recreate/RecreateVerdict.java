package dev.bookend.lifecycle.recreate;

import dev.bookend.lifecycle.rules.Finding;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Whether a ContainerRecreateRequest is accepted.
public sealed interface RecreateVerdict {
    /// The request with everything decided that it left open, and the labels that it gets (CRR-1).
    record Accepted(RecreateRequest request, Map<String, String> labels, List<Finding> warnings)
            implements RecreateVerdict {
        public Accepted {
            labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
            warnings = List.copyOf(warnings);
        }
    }

    /// All that is wrong with it at once.
    record Refused(List<Finding> problems) implements RecreateVerdict {
        public Refused {
            problems = List.copyOf(problems);
        }
    }
}
