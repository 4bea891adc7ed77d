/// What the agent says of itself: whether it is well, and what it has counted. Pod and recreate
/// tell it, the service shows it; it uses no other room. Open AgentHealth first.
@NullMarked
package dev.bookend.api.health;

import org.jspecify.annotations.NullMarked;
