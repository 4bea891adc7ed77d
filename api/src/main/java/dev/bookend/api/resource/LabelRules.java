package dev.bookend.api.resource;

import dev.bookend.lifecycle.rules.Finding;
import dev.bookend.lifecycle.rules.Findings;
import dev.bookend.manifest.json.Json;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Kubernetes' rules for the keys and values of labels, and for the keys of annotations.
final class LabelRules {
    private static final String LETTERS =
            "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with"
                    + " an alphanumeric character";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?");
    private static final Pattern PREFIX =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final int LONGEST_NAME = 63;
    private static final int LONGEST_PREFIX = 253;
    private static final int MOST_ANNOTATIONS = 256 * 1024;

    private final Findings findings = new Findings();

    private LabelRules() {}

    static List<Finding> findings(Json.Obj object) {
        var rules = new LabelRules();
        Trees.object(object, "metadata", "labels").fields().forEach(rules::label);
        Trees.object(object, "metadata", "annotations").fields().forEach(rules::annotation);
        rules.refuseLong(Trees.texts(object, "metadata", "annotations"));
        return rules.findings.list();
    }

    private void label(String key, Json value) {
        key("metadata.labels", key);
        text("metadata.labels", key, value);
        value.text()
                .filter(it -> !it.isEmpty() && !isName(it))
                .ifPresent(
                        it ->
                                findings.invalid(
                                        "metadata.labels[%s]".formatted(key),
                                        it,
                                        "a valid label must be an empty string or " + LETTERS,
                                        "correct it; it may have 63 characters"));
    }

    private void annotation(String key, Json value) {
        key("metadata.annotations", key);
        text("metadata.annotations", key, value);
    }

    private void refuseLong(Map<String, String> annotations) {
        var size = annotations.entrySet().stream().mapToLong(LabelRules::size).sum();
        if (size > MOST_ANNOTATIONS) {
            findings.add(
                    Finding.error(
                            "metadata.annotations",
                            "",
                            Findings.RULE,
                            "Too long: may not be more than %d bytes".formatted(MOST_ANNOTATIONS),
                            "keep large texts in a ConfigMap"));
        }
    }

    private static long size(Map.Entry<String, String> annotation) {
        return annotation.getKey().length() + (long) annotation.getValue().length();
    }

    private void key(String path, String key) {
        var cut = key.indexOf('/');
        var prefix = key.substring(0, Math.max(cut, 0));
        var good =
                cut < 0 || (prefix.length() <= LONGEST_PREFIX && PREFIX.matcher(prefix).matches());
        if (!good || !isName(key.substring(cut + 1))) {
            findings.invalid(
                    path,
                    key,
                    "name part " + LETTERS,
                    "write a name of up to 63 characters, or a DNS subdomain, '/' and a name");
        }
    }

    private static boolean isName(String text) {
        return text.length() <= LONGEST_NAME && NAME.matcher(text).matches();
    }

    private void text(String path, String key, Json value) {
        if (!(value instanceof Json.Str)) {
            findings.add(
                    Finding.error(
                            "%s[%s]".formatted(path, key),
                            "",
                            Findings.RULE,
                            "must be a text",
                            "put it into quotes"));
        }
    }
}
