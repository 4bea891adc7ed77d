/// What a container finds in its environment, and the objects and fields that pods refer to.
/// Volumes, containers and charges come in here, and it uses only state. Open Environment first.
@NullMarked
package dev.bookend.agent.environment;

import org.jspecify.annotations.NullMarked;
