/// Chance that a seed repeats: it makes up pods and what happens to them. The room trial throws the
/// dice; they use world alone. Open ScenarioDice first.
@NullMarked
package dev.bookend.simulator.dice;

import org.jspecify.annotations.NullMarked;
