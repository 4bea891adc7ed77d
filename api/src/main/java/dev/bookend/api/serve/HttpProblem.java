package dev.bookend.api.serve;

/// A request that is not even HTTP as we take it. The connection is closed after the answer.
final class HttpProblem extends Exception {
    private static final long serialVersionUID = 1;

    private final int code;

    HttpProblem(int code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    int code() {
        return code;
    }
}
