package dev.bookend.lifecycle;

/// The conditions of a pod, in Kubernetes' words.
public enum ConditionType {
    POD_SCHEDULED("PodScheduled"),
    READY_TO_START_CONTAINERS("PodReadyToStartContainers"),
    INITIALIZED("Initialized"),
    CONTAINERS_READY("ContainersReady"),
    READY("Ready");

    private final String word;

    ConditionType(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
