package dev.bookend.manifest.yaml;

import dev.bookend.manifest.text.Paths;

import java.util.ArrayList;
import java.util.List;

/// The way from a document's root to the value being read.
final class PathStack {
    private final List<Object> steps = new ArrayList<>();

    void push(Object step) {
        steps.add(step);
    }

    void pop() {
        steps.removeLast();
    }

    String text() {
        var path = "";
        for (var step : steps) {
            path =
                    switch (step) {
                        case Integer index -> Paths.item(path, index);
                        case Object key -> Paths.field(path, key.toString());
                    };
        }
        return path;
    }
}
