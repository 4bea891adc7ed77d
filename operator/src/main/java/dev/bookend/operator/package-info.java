/// Keeps the order of pods in a cluster: answers admission reviews and opens launch barriers.
@NullMarked
package dev.bookend.operator;

import org.jspecify.annotations.NullMarked;
