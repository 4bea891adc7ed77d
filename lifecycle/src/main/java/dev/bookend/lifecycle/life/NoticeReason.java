package dev.bookend.lifecycle.life;

/// The word under which a user hears of something.
public enum NoticeReason {
    CREATED("Created"),
    STARTED("Started"),
    READY("Ready"),
    WAITING("Waiting"),
    FAILED("Failed"),
    UNHEALTHY("Unhealthy"),
    BACK_OFF("BackOff"),
    PRE_STOPPING("PreStopping"),
    KILLING("Killing"),
    KILLED("Killed"),
    EXITED("Exited"),
    HOOK_WARNING("HookWarning"),
    FAILED_POST_START_HOOK("FailedPostStartHook"),
    FAILED_PRE_STOP_HOOK("FailedPreStopHook"),
    EXIT_ORDER_GIVEN_UP("ExitOrderGivenUp"),
    LAUNCH_GATE_FAILED("LaunchGateFailed"),
    DEADLINE_EXCEEDED("DeadlineExceeded"),
    SANDBOX_CHANGED("SandboxChanged"),
    RECREATING("Recreating"),
    RECREATED("Recreated"),
    FAILED_RECREATE("FailedRecreate"),
    RECREATE_COMPLETED("RecreateCompleted"),
    POD_SUCCEEDED("PodSucceeded"),
    POD_FAILED("PodFailed"),
    POD_STOPPED("PodStopped");

    private final String word;

    NoticeReason(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
