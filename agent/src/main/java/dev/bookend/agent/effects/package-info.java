/// Carries out a pod's actions on a runtime: starts, hooks, probes and signals. A life comes in
/// here with its tools, and it uses loop, call, container, environment and state. Open
/// RuntimeEffects first.
@NullMarked
package dev.bookend.agent.effects;

import org.jspecify.annotations.NullMarked;
