package dev.bookend.lifecycle;

/// The name of a container within its pod. A value that exists is valid.
public record ContainerName(String text) implements Comparable<ContainerName> {
    public ContainerName {
        if (!DnsLabel.matches(text)) {
            throw new IllegalArgumentException(
                    "container name '%s' is not a DNS label".formatted(text));
        }
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
