/// Which pod somebody wants to live, and the place where it shall. Callers outside begin here,
/// requests, openings and lives take it from them, and it uses environment, state and duty. Open
/// PodCharge first.
@NullMarked
package dev.bookend.agent.charge;

import org.jspecify.annotations.NullMarked;
