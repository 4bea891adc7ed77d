/// One pod from its opening to its end, and those who supervise pods, end them and clear up after
/// them. Only callers outside come in here, and it may use every other room. Open PodLife first.
@NullMarked
package dev.bookend.agent.life;

import org.jspecify.annotations.NullMarked;
