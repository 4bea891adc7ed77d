package dev.bookend.manifest.text;

/// What a manifest may cost to read, so that no file takes the machine's memory or time.
public final class Limits {
    public static final int MOST_BYTES = 4 * 1024 * 1024;
    public static final int MOST_DEPTH = 100;
    public static final int MOST_NODES = 200_000;
    public static final int MOST_DOCUMENTS = 1_000;
    public static final int MOST_FINDINGS = 500;

    private Limits() {}
}
