package dev.bookend.lifecycle.value;

/// The name of a container within its pod. A value that exists is valid.
public record ContainerName(String text) implements Comparable<ContainerName> {
    public ContainerName {
        if (!DnsLabel.matches(text)) {
            throw new IllegalArgumentException(
                    "container name '%s' is not a DNS label".formatted(text));
        }
    }

    /// Written out, like the other one below, because nearly every map of the hot path has this
    /// key, and what a record generates by itself is slow until it has been compiled.
    @Override
    public boolean equals(Object other) {
        return other instanceof ContainerName name && text.equals(name.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public int compareTo(ContainerName other) {
        return text.compareTo(other.text);
    }

    @Override
    public String toString() {
        return text;
    }
}
