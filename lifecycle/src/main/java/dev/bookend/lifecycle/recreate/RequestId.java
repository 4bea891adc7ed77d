package dev.bookend.lifecycle.recreate;

/// Which ContainerRecreateRequest is meant: its name, and the uid that tells it from an earlier one
/// of the same name.
public record RequestId(String name, String uid) {
    private static final String LOCAL = "local-";

    /// A request that reaches its pod without an object of an API.
    public static RequestId local(String name, String uid) {
        return new RequestId(name, LOCAL + uid);
    }

    public boolean isLocal() {
        return uid.startsWith(LOCAL);
    }

    @Override
    public String toString() {
        return name;
    }
}
