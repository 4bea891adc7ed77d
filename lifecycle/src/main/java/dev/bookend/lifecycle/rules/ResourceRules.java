package dev.bookend.lifecycle.rules;

import dev.bookend.lifecycle.pod.Resources;
import dev.bookend.lifecycle.value.Quantity;

import java.util.Map;
import java.util.TreeMap;

/// Kubernetes' own rules for requested and granted resources.
final class ResourceRules {
    private final Findings findings;
    private final String path;

    ResourceRules(Findings findings, String path) {
        this.findings = findings;
        this.path = path;
    }

    void judge(Resources resources) {
        judgeAll("limits", resources.limits());
        judgeAll("requests", resources.requests());
        new TreeMap<>(resources.requests())
                .forEach((name, text) -> judgeRequest(name, text, resources.limits()));
    }

    private void judgeAll(String field, Map<String, String> amounts) {
        new TreeMap<>(amounts).forEach((name, text) -> judge(at(field, name), text));
    }

    private void judge(String at, String text) {
        var quantity = Quantity.of(text);
        if (quantity.isEmpty()) {
            findings.invalid(at, text, Quantity.GRAMMAR, Quantity.EXAMPLE);
        } else if (quantity.get().amount().signum() < 0) {
            findings.invalid(at, text, NumberRules.NOT_NEGATIVE, Quantity.EXAMPLE);
        }
    }

    private void judgeRequest(String name, String text, Map<String, String> limits) {
        var limit = limits.get(name);
        if (limit != null && exceeds(text, limit)) {
            findings.invalid(
                    at("requests", name),
                    text,
                    "must be less than or equal to %s limit of %s".formatted(name, limit),
                    "lower the request or raise the limit");
        }
    }

    private static boolean exceeds(String request, String limit) {
        var most = Quantity.of(limit);
        return most.isPresent()
                && Quantity.of(request)
                        .filter(it -> it.amount().compareTo(most.get().amount()) > 0)
                        .isPresent();
    }

    private String at(String field, String name) {
        return "%s.%s[%s]".formatted(path, field, name);
    }
}
