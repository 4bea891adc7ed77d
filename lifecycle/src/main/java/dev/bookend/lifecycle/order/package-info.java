/// Reads what a pod's author says of its order, and doubts it where it cannot be meant. Only the
/// planner comes in here, and those who need the exact keys; it uses rules and pods. Open OrderKeys
/// first.
@NullMarked
package dev.bookend.lifecycle.order;

import org.jspecify.annotations.NullMarked;
