package dev.bookend.lifecycle.pod;

/// A port given by its number or by the name of a container port.
public sealed interface PortRef {
    record Number(int port) implements PortRef {}

    record Name(String name) implements PortRef {}
}
