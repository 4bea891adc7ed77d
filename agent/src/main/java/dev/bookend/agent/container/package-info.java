/// Turns a container's manifest into what a runtime needs, and refuses what cannot be given. Calls,
/// effects and lives come in here, and it uses volume, environment and state. Open
/// ContainerRequests first.
@NullMarked
package dev.bookend.agent.container;

import org.jspecify.annotations.NullMarked;
