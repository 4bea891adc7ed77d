/// What the parts of an operator need of the process they are in: log, metrics, pauses, threads.
/// All other rooms use it, and it uses none of them. Open Surroundings first.
@NullMarked
package dev.bookend.operator.process;

import org.jspecify.annotations.NullMarked;
