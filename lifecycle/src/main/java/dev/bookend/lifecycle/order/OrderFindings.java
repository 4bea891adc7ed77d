package dev.bookend.lifecycle.order;

import dev.bookend.lifecycle.rules.Finding;

import java.util.ArrayList;
import java.util.List;

/// Gathers what is found in a pod, so that all of it is reported at once, up to as much as anybody
/// reads: every home and every verb then leaves out the same.
public final class OrderFindings {
    static final String GRAMMAR = "INPUT-3";
    static final String REFUSED = "INPUT-4";
    static final String WARNED = "INPUT-5";
    private static final String LIMIT = "limit";
    private static final String POD = "spec.containers";

    static final int MOST = 100;
    private static final int LONGEST = 500;

    private final List<Finding> all = new ArrayList<>();
    private int errors;
    private int warnings;

    void refuse(String path, String value, String says, String hint) {
        add(Finding.error(path, value, REFUSED, says, hint));
    }

    void malformed(String path, String value, String says, String hint) {
        add(Finding.error(path, value, GRAMMAR, says, hint));
    }

    void warn(String path, String value, String says, String hint) {
        add(Finding.warning(path, value, WARNED, says, hint));
    }

    void add(Finding found) {
        var before = found.isError() ? errors++ : warnings++;
        if (before < MOST) {
            all.add(
                    new Finding(
                            found.severity(),
                            found.path(),
                            found.value(),
                            found.rule(),
                            within(found.says()),
                            within(found.hint())));
        }
    }

    private static String within(String text) {
        return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
    }

    /// What Kubernetes' own rules find, which only some ask for, takes no place from ours.
    public void addAll(List<Finding> findings) {
        all.addAll(findings);
    }

    public boolean anyError() {
        return all.stream().anyMatch(Finding::isError);
    }

    public List<Finding> all() {
        var list = new ArrayList<>(all);
        if (errors > MOST) {
            list.add(Finding.error(POD, "", LIMIT, more(errors, "errors"), "correct these first"));
        }
        if (warnings > MOST) {
            var says = more(warnings, "warnings");
            list.add(Finding.warning(POD, "", LIMIT, says, "look at these first"));
        }
        return List.copyOf(list);
    }

    private static String more(int count, String what) {
        return "%d more %s of this pod's order are not shown".formatted(count - MOST, what);
    }
}
