package dev.bookend.lifecycle.life;

/// The conditions of a pod, in Kubernetes' words.
public enum ConditionType {
    POD_SCHEDULED("PodScheduled"),
    READY_TO_START_CONTAINERS("PodReadyToStartContainers"),
    INITIALIZED("Initialized"),
    CONTAINERS_READY("ContainersReady"),
    READY("Ready"),
    /// The readiness gate by which a request makes a pod unready (CRR-5).
    KRUISE_POD_READY("KruisePodReady");

    private final String word;

    ConditionType(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
