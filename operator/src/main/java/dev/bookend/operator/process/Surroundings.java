package dev.bookend.operator.process;

import java.time.InstantSource;

/// What the parts of an operator need of the process they are in.
public record Surroundings(InstantSource clock, Metrics metrics, Log log) {}
