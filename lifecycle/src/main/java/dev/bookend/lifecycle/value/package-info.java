/// The smallest things that all others speak of: names, attempts, exits, signals, amounts and
/// lengths of time. Every room may ask here, and it asks nobody. Open ContainerName first.
@NullMarked
package dev.bookend.lifecycle.value;

import org.jspecify.annotations.NullMarked;
