/// From a manifest to the gates of both orders, and the two decisions that ask them: who may start,
/// whose turn it is to exit. Everybody who judges or runs a pod comes in here, and it uses order,
/// rules and pods. Open Planner first.
@NullMarked
package dev.bookend.lifecycle.plan;

import org.jspecify.annotations.NullMarked;
