/// Runs containers as plain processes of this machine.
@NullMarked
package dev.bookend.runtime.process;

import org.jspecify.annotations.NullMarked;
