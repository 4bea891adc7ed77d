package dev.bookend.lifecycle.rules;

/// Something wrong or doubtful in a manifest: where, which value, by which rule, and what to do.
///
/// The path is as Kubernetes writes it, from the pod's own root: `spec.containers[1].env[0].value`,
/// `metadata.annotations[kruise.io/container-exit-priority]`.
public record Finding(
        Severity severity, String path, String value, String rule, String says, String hint) {
    public static Finding error(String path, String value, String rule, String says, String hint) {
        return new Finding(Severity.ERROR, path, value, rule, says, hint);
    }

    public static Finding warning(
            String path, String value, String rule, String says, String hint) {
        return new Finding(Severity.WARNING, path, value, rule, says, hint);
    }

    public Finding asWarning() {
        return new Finding(Severity.WARNING, path, value, rule, says, hint);
    }

    public boolean isError() {
        return severity == Severity.ERROR;
    }

    /// The finding as one sentence for a person.
    public String sentence() {
        var where = path.isEmpty() ? "" : path + ": ";
        return "%s%s; %s (%s)".formatted(where, says, hint, rule);
    }
}
