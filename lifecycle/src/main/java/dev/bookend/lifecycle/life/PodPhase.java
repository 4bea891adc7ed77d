package dev.bookend.lifecycle.life;

/// A pod's phase in Kubernetes' words.
public enum PodPhase {
    PENDING("Pending"),
    RUNNING("Running"),
    SUCCEEDED("Succeeded"),
    FAILED("Failed");

    private final String word;

    PodPhase(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
