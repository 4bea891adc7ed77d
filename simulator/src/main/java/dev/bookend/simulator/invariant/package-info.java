/// The promises that every step of a pod must keep, and what an onlooker knows who judges them. The
/// rooms world, trial and explore use it, and it uses none of them. Open Invariant first.
@NullMarked
package dev.bookend.simulator.invariant;

import org.jspecify.annotations.NullMarked;
