/// A machine, an agent and a clock, simulated around the real turn of a pod. The rooms dice, trial
/// and explore use it; it uses invariant alone. Open World first.
@NullMarked
package dev.bookend.simulator.world;

import org.jspecify.annotations.NullMarked;
