package dev.bookend.agent.charge;

import dev.bookend.agent.duty.DirectoryWatch;
import dev.bookend.agent.environment.PodObjects;
import dev.bookend.agent.state.StateDirectory;
import dev.bookend.runtime.ContainerRuntime;

import java.time.InstantSource;

/// Where pods live: a directory for what is kept of them, a runtime for their containers, and the
/// objects that they refer to.
public record AgentPlace(
        StateDirectory state,
        ContainerRuntime runtime,
        DirectoryWatch watch,
        InstantSource time,
        PodObjects objects) {
    /// A place without objects to refer to.
    public AgentPlace(
            StateDirectory state,
            ContainerRuntime runtime,
            DirectoryWatch watch,
            InstantSource time) {
        this(state, runtime, watch, time, PodObjects.NONE);
    }
}
