/// Lives a pod's life: turns events into steps, records them, and carries out their actions.
@NullMarked
package dev.bookend.agent;

import org.jspecify.annotations.NullMarked;
