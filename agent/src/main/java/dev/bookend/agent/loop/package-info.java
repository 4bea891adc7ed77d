/// Takes a pod's events one by one on one thread: decides, records, then acts. The effects post
/// events here, lives and simulations run it, and it uses only journal. Open PodTurn first.
@NullMarked
package dev.bookend.agent.loop;

import org.jspecify.annotations.NullMarked;
