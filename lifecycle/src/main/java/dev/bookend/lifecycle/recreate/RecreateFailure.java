package dev.bookend.lifecycle.recreate;

/// Why a container was not recreated.
public enum RecreateFailure {
    NOT_FOUND("not found container in the pod"),
    NOT_ATTEMPTED("not attempted: another container failed and the failure policy is Fail"),
    NOT_AWAITED("not awaited: another container failed and the failure policy is Fail"),
    NOT_STARTED("its start under way was not answered in time"),
    NOT_STOPPED("it did not stop in time"),
    NOT_READY("it did not get ready in time"),
    ENDED_FOR_GOOD("it ended again, and its restart policy does not start it once more"),
    DEADLINE_EXCEEDED("not recreated when activeDeadlineSeconds was over"),
    POD_GONE("pod has gone");

    private final String words;

    RecreateFailure(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }
}
