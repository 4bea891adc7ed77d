/// A pod's volumes on this machine: how they are made, filled, changed and cleared away. Container
/// requests and whoever clears up come in here, and it uses environment and state. Open Volumes
/// first.
@NullMarked
package dev.bookend.agent.volume;

import org.jspecify.annotations.NullMarked;
