package dev.bookend.runtime.process;

import java.io.IOException;
import java.util.Map;

/// A shim or the spawner answered that a step failed.
final class Refused extends IOException {
    static final int EPERM = 1;
    static final int ENOENT = 2;
    static final int ESRCH = 3;
    static final int E2BIG = 7;
    static final int ENOEXEC = 8;
    static final int EACCES = 13;
    static final int EBUSY = 16;
    static final int EXDEV = 18;
    static final int ENOTDIR = 20;
    static final int EISDIR = 21;
    static final int EINVAL = 22;
    static final int ELOOP = 40;
    static final int EADDRINUSE = 98;

    private static final long serialVersionUID = 1;

    private final String step;
    private final int errno;
    private final String error;
    private final String detail;

    Refused(Map<String, String> fields) {
        super(
                "%s: %s: %s"
                        .formatted(
                                fields.getOrDefault("step", "?"),
                                fields.getOrDefault("detail", "?"),
                                fields.getOrDefault("error", "?")));
        step = fields.getOrDefault("step", "?");
        errno = Integer.parseInt(fields.getOrDefault("errno", "0"));
        error = fields.getOrDefault("error", "?");
        detail = fields.getOrDefault("detail", "?");
    }

    /// What a shim itself would say.
    static Refused busy() {
        return new Refused(Map.of("step", "exec", "errno", Integer.toString(EBUSY)));
    }

    String step() {
        return step;
    }

    int errno() {
        return errno;
    }

    String error() {
        return error;
    }

    String detail() {
        return detail;
    }
}
