/// The pod's whole life, one event at a time, as pure steps. Loops, replays and simulations come in
/// through one method, and it uses life, plan and recreate. Open Engine first.
@NullMarked
package dev.bookend.lifecycle.engine;

import org.jspecify.annotations.NullMarked;
