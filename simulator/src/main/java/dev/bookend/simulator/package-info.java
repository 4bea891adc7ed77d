/// A seeded world in which pods live through bad luck, and the invariants that must hold there.
@NullMarked
package dev.bookend.simulator;

import org.jspecify.annotations.NullMarked;
