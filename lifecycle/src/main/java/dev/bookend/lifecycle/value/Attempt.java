package dev.bookend.lifecycle.value;

/// One run of a container, counted from 1: what a command to the runtime is about.
public record Attempt(ContainerName container, int number) {
    /// Reads what [#toString] wrote.
    public static Attempt ofText(String text) {
        var parts = text.split("#", 2);
        if (parts.length < 2) {
            throw new IllegalArgumentException("not an attempt: " + text);
        }
        return new Attempt(new ContainerName(parts[0]), Integer.parseInt(parts[1]));
    }

    /// Written out for the same reason as a container name's.
    @Override
    public boolean equals(Object other) {
        return other instanceof Attempt attempt
                && number == attempt.number
                && container.equals(attempt.container);
    }

    @Override
    public int hashCode() {
        return 31 * container.hashCode() + number;
    }

    @Override
    public String toString() {
        return container + "#" + number;
    }
}
