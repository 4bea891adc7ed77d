package dev.bookend.runtime;

/// What a runtime may lack, so that the tests about it do not apply.
public enum Trait {
    /// A root file system that starts fresh, and mounts.
    OWN_FILES,
    OWN_HOST_NAME,
    OTHER_USERS
}
