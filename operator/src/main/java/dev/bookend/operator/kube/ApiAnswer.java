package dev.bookend.operator.kube;

import dev.bookend.manifest.json.Json;
import dev.bookend.operator.process.Log;

/// What the API server answered.
public record ApiAnswer(int status, Json body) {
    private static final int FIRST_ERROR = 300;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    private static final int GONE = 410;
    private static final int INVALID = 422;

    public boolean isSuccess() {
        return status < FIRST_ERROR;
    }

    public boolean isNotFound() {
        return status == NOT_FOUND;
    }

    public boolean isConflict() {
        return status == CONFLICT;
    }

    boolean isGone() {
        return status == GONE;
    }

    /// By the rules of the cluster: a quota, a policy, missing rights.
    public boolean isForbidden() {
        return status == FORBIDDEN;
    }

    public boolean isInvalid() {
        return status == INVALID;
    }

    /// The server's own words, or its number.
    public String says() {
        return Log.within(body.text("message").orElse("status " + status));
    }
}
