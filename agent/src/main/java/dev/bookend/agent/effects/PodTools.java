package dev.bookend.agent.effects;

import dev.bookend.agent.call.Handlers;
import dev.bookend.agent.container.ContainerRequests;
import dev.bookend.agent.loop.Mailbox;
import dev.bookend.agent.state.PodDirectory;
import dev.bookend.lifecycle.plan.PodPlan;
import dev.bookend.runtime.PodSandbox;

import java.time.InstantSource;
import java.util.function.BooleanSupplier;

/// What a pod's effects work with.
///
/// @param diskIsFull whether nothing may be started, because its record would be lost
public record PodTools(
        PodPlan plan,
        PodSandbox sandbox,
        ContainerRequests requests,
        Handlers handlers,
        Mailbox mailbox,
        Tasks tasks,
        InstantSource time,
        PodDirectory directory,
        BooleanSupplier diskIsFull) {}
