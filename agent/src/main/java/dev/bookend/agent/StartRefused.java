package dev.bookend.agent;

/// A container that cannot be started as things are. The message says what to do.
final class StartRefused extends Exception {
    private static final long serialVersionUID = 1;

    private final String says;

    StartRefused(String says) {
        super(says);
        this.says = says;
    }

    String says() {
        return says;
    }
}
