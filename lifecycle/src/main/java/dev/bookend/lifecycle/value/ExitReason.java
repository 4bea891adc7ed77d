package dev.bookend.lifecycle.value;

import java.util.Set;

/// Why a container ended, in the words of `terminated.reason`.
public enum ExitReason {
    COMPLETED("Completed"),
    ERROR("Error"),
    OOM_KILLED("OOMKilled"),
    START_ERROR("StartError"),
    CONFIG_ERROR("CreateContainerConfigError"),
    SHIM_LOST("ShimLost"),
    SANDBOX_CHANGED("SandboxChanged");

    /// Ends of what never began, or of which nobody knows more than that they came (LAUNCH-3).
    private static final Set<String> NEVER_RAN =
            Set.of(
                    "StartError",
                    "ContainerCannotRun",
                    "ContainerStatusUnknown",
                    "CreateContainerConfigError",
                    "ShimLost",
                    "SandboxChanged");

    private final String word;

    ExitReason(String word) {
        this.word = word;
    }

    /// Whether a container that ended so has run, by the word of its `terminated.reason`.
    public static boolean tellsOfRun(String word) {
        return !NEVER_RAN.contains(word);
    }

    public String word() {
        return word;
    }
}
