package dev.bookend.lifecycle.life;

/// Why a pod terminates.
public enum StopCause {
    REQUESTED("stop requested"),
    COMPLETED("every standard container has ended"),
    INIT_FAILED("an init container failed for good"),
    LAUNCH_GATE_FAILED("a launch gate can never open"),
    DEADLINE_EXCEEDED("activeDeadlineSeconds is over"),
    SANDBOX_LOST("its containers are gone and none may be started again");

    private final String words;

    StopCause(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }

    boolean failsThePod() {
        return this == INIT_FAILED || this == LAUNCH_GATE_FAILED || this == DEADLINE_EXCEEDED;
    }
}
