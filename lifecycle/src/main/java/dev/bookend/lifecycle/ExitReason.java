package dev.bookend.lifecycle;

/// Why a container ended, in the words of `terminated.reason`.
public enum ExitReason {
    COMPLETED("Completed"),
    ERROR("Error"),
    OOM_KILLED("OOMKilled"),
    START_ERROR("StartError"),
    CONFIG_ERROR("CreateContainerConfigError"),
    SHIM_LOST("ShimLost"),
    SANDBOX_CHANGED("SandboxChanged");

    private final String word;

    ExitReason(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
