/// Benchmarks; they are compiled with everything else and run only by hand.
@NullMarked
package dev.bookend.bench;

import org.jspecify.annotations.NullMarked;
