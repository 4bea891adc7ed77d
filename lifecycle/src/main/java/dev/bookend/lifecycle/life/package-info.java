/// What is true of a pod at one moment, and what happens to it: states, events, actions, notices.
/// The engine writes it, and journals, statuses and agents read it; it uses plan and recreate. Open
/// PodState first.
@NullMarked
package dev.bookend.lifecycle.life;

import org.jspecify.annotations.NullMarked;
