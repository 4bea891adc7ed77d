package dev.bookend.lifecycle.pod;

/// The two moments of a container's life at which a hook is sent.
public enum HookKind {
    POST_START("postStart"),
    PRE_STOP("preStop");

    private final String word;

    HookKind(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
