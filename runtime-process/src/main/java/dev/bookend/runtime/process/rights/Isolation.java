package dev.bookend.runtime.process.rights;

/// How far a container is apart from the machine.
public enum Isolation {
    /// Namespaces and a root file system of its own. Without root that is a user namespace.
    FULL("full"),
    /// A plain process in a session of its own.
    NONE("none");

    private final String word;

    Isolation(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
