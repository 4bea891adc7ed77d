package dev.bookend.manifest.yaml;

import dev.bookend.manifest.text.Limits;
import dev.bookend.manifest.text.Position;

/// Counts the values of a file, those that aliases repeat included.
final class NodeBudget {
    private int spent;

    int spent() {
        return spent;
    }

    void spend(int nodes, Position at, String path) {
        spent += nodes;
        if (spent > Limits.MOST_NODES) {
            throw new YamlProblem(
                    at,
                    path,
                    "more than %d values, those that aliases repeat included"
                            .formatted(Limits.MOST_NODES),
                    "split the file, or repeat less by aliases");
        }
    }
}
