package dev.bookend.runtime.process.wire;

import java.io.IOException;
import java.util.Map;

/// A shim or the spawner answered that a step failed.
public final class Refused extends IOException {
    public static final int EPERM = 1;
    public static final int ENOENT = 2;
    public static final int ESRCH = 3;
    public static final int E2BIG = 7;
    public static final int ENOEXEC = 8;
    public static final int EACCES = 13;
    public static final int EBUSY = 16;
    public static final int EXDEV = 18;
    public static final int ENOTDIR = 20;
    public static final int EISDIR = 21;
    public static final int EINVAL = 22;
    public static final int ELOOP = 40;
    public static final int EADDRINUSE = 98;

    private static final long serialVersionUID = 1;

    private final String step;
    private final int errno;
    private final String error;
    private final String detail;

    public Refused(Map<String, String> fields) {
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
    public static Refused busy() {
        return new Refused(Map.of("step", "exec", "errno", Integer.toString(EBUSY)));
    }

    public String step() {
        return step;
    }

    public int errno() {
        return errno;
    }

    public String error() {
        return error;
    }

    public String detail() {
        return detail;
    }
}
