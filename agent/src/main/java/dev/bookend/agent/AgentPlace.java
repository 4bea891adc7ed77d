package dev.bookend.agent;

import dev.bookend.runtime.ContainerRuntime;

import java.time.InstantSource;

/// Where pods live: a directory for what is kept of them, and a runtime for their containers.
public record AgentPlace(
        StateDirectory state, ContainerRuntime runtime, DirectoryWatch watch, InstantSource time) {}
