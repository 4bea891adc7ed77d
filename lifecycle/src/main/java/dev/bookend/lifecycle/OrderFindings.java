package dev.bookend.lifecycle;

import java.util.ArrayList;
import java.util.List;

/// Gathers what is found in a pod, so that all of it is reported at once.
final class OrderFindings {
    static final String GRAMMAR = "INPUT-3";
    static final String REFUSED = "INPUT-4";
    static final String WARNED = "INPUT-5";

    private final List<Finding> all = new ArrayList<>();

    void refuse(String path, String value, String says, String hint) {
        all.add(Finding.error(path, value, REFUSED, says, hint));
    }

    void malformed(String path, String value, String says, String hint) {
        all.add(Finding.error(path, value, GRAMMAR, says, hint));
    }

    void warn(String path, String value, String says, String hint) {
        all.add(Finding.warning(path, value, WARNED, says, hint));
    }

    void add(Finding finding) {
        all.add(finding);
    }

    void addAll(List<Finding> findings) {
        all.addAll(findings);
    }

    boolean anyError() {
        return all.stream().anyMatch(Finding::isError);
    }

    List<Finding> all() {
        return List.copyOf(all);
    }
}
