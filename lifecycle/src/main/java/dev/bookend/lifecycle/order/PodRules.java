package dev.bookend.lifecycle.order;

/// Choices that a pod makes by annotation.
public record PodRules(boolean countSidecarExits, boolean strictHooks) {
    public static final PodRules DEFAULT = new PodRules(false, false);
}
