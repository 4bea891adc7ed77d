package dev.bookend.lifecycle.pod;

/// Where a container leaves its last words, and whether its log serves instead.
public record TerminationMessage(String path, boolean fallbackToLogs) {
    public static final TerminationMessage DEFAULT =
            new TerminationMessage("/dev/termination-log", false);
}
