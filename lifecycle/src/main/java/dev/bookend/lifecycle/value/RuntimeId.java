package dev.bookend.lifecycle.value;

/// The runtime's own name for one run of a container, as in `containerID`.
public record RuntimeId(String text) {
    @Override
    public String toString() {
        return text;
    }
}
