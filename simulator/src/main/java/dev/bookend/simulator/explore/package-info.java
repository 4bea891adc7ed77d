/// Tries everything that may happen to small pods, in every order. Only tests come in here; it uses
/// world and invariant. Open Explorer first.
@NullMarked
package dev.bookend.simulator.explore;

import org.jspecify.annotations.NullMarked;
