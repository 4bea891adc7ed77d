/// The port behind which containers run, and the contract that every runtime keeps.
@NullMarked
package dev.bookend.runtime;

import org.jspecify.annotations.NullMarked;
