package dev.bookend.agent.opening;

import dev.bookend.lifecycle.life.PodState;
import dev.bookend.lifecycle.plan.PodPlan;

/// A pod whose life is over, as its journal has it.
public record EndedPod(PodPlan plan, PodState pod) {}
