package dev.bookend.lifecycle;

/// One run of a container, counted from 1: what a command to the runtime is about.
public record Attempt(ContainerName container, int number) {
    @Override
    public String toString() {
        return container + "#" + number;
    }
}
