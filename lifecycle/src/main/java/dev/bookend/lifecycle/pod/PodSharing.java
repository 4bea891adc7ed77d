package dev.bookend.lifecycle.pod;

/// Which of the machine's or the pod's namespaces its containers share.
public record PodSharing(
        boolean processNamespace, boolean hostNetwork, boolean hostPid, boolean hostIpc) {
    public static final PodSharing NONE = new PodSharing(false, false, false, false);
}
