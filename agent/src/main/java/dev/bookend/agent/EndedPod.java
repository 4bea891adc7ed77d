package dev.bookend.agent;

import dev.bookend.lifecycle.PodPlan;
import dev.bookend.lifecycle.PodState;

/// A pod whose life is over, as its journal has it.
public record EndedPod(PodPlan plan, PodState pod) {}
