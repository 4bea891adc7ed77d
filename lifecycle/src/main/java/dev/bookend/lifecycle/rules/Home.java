package dev.bookend.lifecycle.rules;

/// Where a pod will live: on one machine, or in a Kubernetes cluster.
public enum Home {
    EMBEDDED("one machine", "on one machine: "),
    CLUSTER("cluster", "in a cluster: ");

    private final String word;
    private final String prefix;

    Home(String word, String prefix) {
        this.word = word;
        this.prefix = prefix;
    }

    /// The finding with words that tell for which home it holds, unless they do so already.
    public Finding named(Finding finding) {
        return finding.says().contains(word)
                ? finding
                : new Finding(
                        finding.severity(),
                        finding.path(),
                        finding.value(),
                        finding.rule(),
                        prefix + finding.says(),
                        finding.hint());
    }
}
