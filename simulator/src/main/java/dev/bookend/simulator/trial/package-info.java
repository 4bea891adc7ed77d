/// Lives one pod a seed, and makes what fails as small as it can. Other modules come in here; it
/// uses dice, world and invariant. Open Simulation first.
@NullMarked
package dev.bookend.simulator.trial;

import org.jspecify.annotations.NullMarked;
